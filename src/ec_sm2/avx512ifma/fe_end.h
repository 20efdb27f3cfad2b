/* Undefines what fe_impl.h was included with. */
#undef vec
#undef V_LANES
#undef FE
#undef V_LOAD
#undef V_STORE
#undef V_SET1
#undef V_ADD
#undef V_SUB
#undef V_AND
#undef V_SLL
#undef V_SRA
#undef V_LO
#undef V_HI
#undef V_MASK_MOV
#undef V_MASK_ADD
#undef V_MASK_SUB
