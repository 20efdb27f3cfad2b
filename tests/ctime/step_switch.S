/* Going back and forth between the watched program and step_inside.c, which watches it in the same
 * process: all registers change hands. The watched program's stack is not touched, nor what lies below it.
 */
	.text

/* Offsets in struct state. */
#define SLOT(n) (8 * (n)) + step_state(%rip)
#define FLAGS SLOT(20)

/* The parts of XSAVE's area: x87, SSE, AVX and the three of AVX-512. */
#define VECTORS 0xe7

/* The watched program's registers to step_state, except rip; `switch` changes to the own stack. */
	.macro save switch:vararg
	movq %rax, SLOT(0)
	movq %rcx, SLOT(1)
	movq %rdx, SLOT(2)
	movq %rbx, SLOT(3)
	movq %rsp, SLOT(4)
	movq %rbp, SLOT(5)
	movq %rsi, SLOT(6)
	movq %rdi, SLOT(7)
	movq %r8, SLOT(8)
	movq %r9, SLOT(9)
	movq %r10, SLOT(10)
	movq %r11, SLOT(11)
	movq %r12, SLOT(12)
	movq %r13, SLOT(13)
	movq %r14, SLOT(14)
	movq %r15, SLOT(15)
	\switch
	pushfq
	popq FLAGS
	cld
	movl $VECTORS, %eax
	xorl %edx, %edx
	xsave64 vectors(%rip)
	.endm

/* void step_capture(void): the watched program has called what jumps here. Starts inside_run on its own stack. */
	.p2align 4
	.globl step_capture
	.hidden step_capture
	.type step_capture, @function
step_capture:
	save leaq stack_end(%rip), %rsp
	call inside_run
	ud2
	.size step_capture, .-step_capture

/* void step_run(const void *code): the watched program goes on, with step_state but at `code`, which ends with a jump
 * to step_back. */
	.p2align 4
	.globl step_run
	.hidden step_run
	.type step_run, @function
step_run:
	pushq %rbx
	pushq %rbp
	pushq %r12
	pushq %r13
	pushq %r14
	pushq %r15
	movq %rsp, own_stack(%rip)
	movq %rdi, target(%rip)
	movl $VECTORS, %eax
	xorl %edx, %edx
	xrstor64 vectors(%rip)
	pushq FLAGS
	popfq
	movq SLOT(0), %rax
	movq SLOT(1), %rcx
	movq SLOT(2), %rdx
	movq SLOT(3), %rbx
	movq SLOT(5), %rbp
	movq SLOT(6), %rsi
	movq SLOT(7), %rdi
	movq SLOT(8), %r8
	movq SLOT(9), %r9
	movq SLOT(10), %r10
	movq SLOT(11), %r11
	movq SLOT(12), %r12
	movq SLOT(13), %r13
	movq SLOT(14), %r14
	movq SLOT(15), %r15
	movq SLOT(4), %rsp
	jmp *target(%rip)
	.size step_run, .-step_run

	.globl step_back
	.hidden step_back
	.type step_back, @function
step_back:
	save movq own_stack(%rip), %rsp
	popq %r15
	popq %r14
	popq %r13
	popq %r12
	popq %rbp
	popq %rbx
	ret
	.size step_back, .-step_back

	.bss
	.p2align 6
vectors:
	.skip 4096
stack:
	.skip 1 << 20
stack_end:
own_stack:
	.skip 8
target:
	.skip 8
	.hidden step_state
	.globl step_state
	.type step_state, @object
step_state:
	.skip 8 * 21
	.size step_state, 8 * 21

	.section .note.GNU-stack, "", @progbits
