/* Code that a stepper is likely to get wrong: flags, vectors and the red zone live on where it stops, pointers
 * come from memory that was written through an alias, branches and operands are relative to RIP, calls go
 * through registers and memory, a string instruction goes downwards. No secrets: it is watched in both ways,
 * and the lists must be equal (main_step.c). */
#include <string.h>

#include "ctime.h"
#include "step.h"

struct numbers {
    uint64_t *pointer;
    uint64_t word[7];
    char text[64];
};

uint64_t ct_awkward(struct numbers *n);

__asm__(".text\n"
        ".type ct_awkward, @function\n"
        ".globl ct_awkward\n"
        "ct_awkward:\n"
        "movq %rdi, -16(%rsp)\n" /* a pointer in the red zone, moved through an alias */
        "leaq -16(%rsp), %rax\n"
        "movq %rax, %xmm14\n"
        "addq $24, (%rax)\n"
        "movq -16(%rsp), %rdx\n"
        "movq (%rdx), %rcx\n"
        "movq %xmm14, %r8\n"
        "addq $8, (%r8)\n"
        "movq -16(%rsp), %rdx\n"
        "addq (%rdx), %rcx\n"
        "movq %rdx, %xmm15\n" /* a pointer in a vector register, beyond stops and a call */
        "movl $-1, %eax\n"
        "addl $1, %eax\n" /* carry and zero beyond a stop */
        "movq (%rdi), %rax\n"
        "movq 8(%rax), %r9\n"
        "jnc 9f\n"
        "jnz 9f\n"
        "adcq %r9, %rcx\n"
        "leaq 1f(%rip), %rax\n"
        "jmp *%rax\n"
        "9: ud2\n"
        "1: leaq 5f(%rip), %rax\n"
        "call *%rax\n"
        "leaq 6f(%rip), %r10\n"
        "movl $2, %r11d\n"
        "subq $16, %rsp\n"
        "leaq 5f(%rip), %rax\n"
        "movq %rax, 8(%rsp)\n"
        "call *-8(%rsp,%r11,8)\n"
        "addq $16, %rsp\n"
        "movq %xmm15, %rdx\n"
        "addq 6f(%rip), %rcx\n"
        "addq (%rdx,%r11,8), %rcx\n"
        "movq %rcx, %r8\n"
        "leaq 95(%rdi), %rdi\n" /* downwards */
        "movl $11, %ecx\n"
        "movb $0x5a, %al\n"
        "std\n"
        "rep stosb\n"
        "cld\n"
        "movl $7, %ecx\n"
        "movq %r10, %rsi\n"
        "subq $40, %rdi\n"
        "rep movsb\n"
        "xorl %ecx, %ecx\n"
        "jrcxz 2f\n"
        "ud2\n"
        "2: movq %r8, %rax\n"
        "pushq %rax\n"
        "popq %rdx\n"
        "leaq (%rdx,%rdx), %rax\n"
        "ret\n"
        "5: addq 16(%rdi), %rcx\n"
        "ret\n"
        ".p2align 3\n"
        "6: .quad 0x0123456789abcdef\n"
        ".size ct_awkward, .-ct_awkward\n");

static void awkward(const void *row)
{
    static struct numbers n;
    uint64_t sum;
    (void)row;
    memset(&n, 0, sizeof n);
    n.pointer = n.word;
    for (int i = 0; i < 7; i++)
        n.word[i] = UINT64_C(0x9e3779b97f4a7c15) * (unsigned)(i + 1);
    ct_begin();
    sum = ct_awkward(&n);
    ct_end();
    n.pointer = NULL;
    ct_result(&sum, sizeof sum);
    ct_result(&n, sizeof n);
}

const struct ct_case ct_self_check = {"awkward", awkward};
