# a = a*b, 8192 bits, in loops. Written by generate.py: change that instead.
# bits 8192 limbs 159 value_bits 8252 rows 160 scratch_blocks 101
vpternlogq zmm31, zmm31, zmm31, 255
vpsrlq zmm31, zmm31, 12
vpxorq zmm30, zmm30, zmm30
mov r9, r8
add rdx, 0
lea r8, [rip + 9f]
.p2align 6
2:
vpxorq zmm29, zmm29, zmm29
vpxorq zmm28, zmm28, zmm28
vpxorq zmm27, zmm27, zmm27
vpxorq zmm26, zmm26, zmm26
vpxorq zmm25, zmm25, zmm25
vpxorq zmm24, zmm24, zmm24
vpxorq zmm23, zmm23, zmm23
vpxorq zmm22, zmm22, zmm22
lea r10, [r9 + 56]
mov r11d, 8
.p2align 4
3:
vpbroadcastq zmm0, qword ptr [r10 + 832]
vmovdqa64 zmm1, zmmword ptr [rdi + 1216]
vpmadd52huq zmm29, zmm1, zmm0
vpxorq zmm2, zmm2, zmm2
vpmadd52luq zmm2, zmm1, zmm0
vpbroadcastq zmm3, qword ptr [r10 + 896]
vmovdqa64 zmm4, zmmword ptr [rdi + 1152]
vpmadd52huq zmm29, zmm4, zmm3
vpmadd52luq zmm2, zmm4, zmm3
vpmadd52huq zmm28, zmm1, zmm3
vpxorq zmm5, zmm5, zmm5
vpmadd52luq zmm5, zmm1, zmm3
vpbroadcastq zmm6, qword ptr [r10 + 960]
vmovdqa64 zmm7, zmmword ptr [rdi + 1088]
vpmadd52huq zmm29, zmm7, zmm6
vpmadd52luq zmm2, zmm7, zmm6
vpmadd52huq zmm28, zmm4, zmm6
vpmadd52luq zmm5, zmm4, zmm6
vpmadd52huq zmm27, zmm1, zmm6
vpxorq zmm8, zmm8, zmm8
vpmadd52luq zmm8, zmm1, zmm6
vpbroadcastq zmm9, qword ptr [r10 + 1024]
vmovdqa64 zmm10, zmmword ptr [rdi + 1024]
vpmadd52huq zmm29, zmm10, zmm9
vpmadd52luq zmm2, zmm10, zmm9
vpmadd52huq zmm28, zmm7, zmm9
vpmadd52luq zmm5, zmm7, zmm9
vpmadd52huq zmm27, zmm4, zmm9
vpmadd52luq zmm8, zmm4, zmm9
vpmadd52huq zmm26, zmm1, zmm9
vpxorq zmm11, zmm11, zmm11
vpmadd52luq zmm11, zmm1, zmm9
vpbroadcastq zmm12, qword ptr [r10 + 1088]
vmovdqa64 zmm13, zmmword ptr [rdi + 960]
vpmadd52huq zmm29, zmm13, zmm12
vpmadd52luq zmm2, zmm13, zmm12
vpmadd52huq zmm28, zmm10, zmm12
vpmadd52luq zmm5, zmm10, zmm12
vpmadd52huq zmm27, zmm7, zmm12
vpmadd52luq zmm8, zmm7, zmm12
vpmadd52huq zmm26, zmm4, zmm12
vpmadd52luq zmm11, zmm4, zmm12
vpmadd52huq zmm25, zmm1, zmm12
vpxorq zmm14, zmm14, zmm14
vpmadd52luq zmm14, zmm1, zmm12
vpbroadcastq zmm15, qword ptr [r10 + 1152]
vmovdqa64 zmm16, zmmword ptr [rdi + 896]
vpmadd52huq zmm29, zmm16, zmm15
vpmadd52luq zmm2, zmm16, zmm15
vpmadd52huq zmm28, zmm13, zmm15
vpmadd52luq zmm5, zmm13, zmm15
vpmadd52huq zmm27, zmm10, zmm15
vpmadd52luq zmm8, zmm10, zmm15
vpmadd52huq zmm26, zmm7, zmm15
vpmadd52luq zmm11, zmm7, zmm15
vpmadd52huq zmm25, zmm4, zmm15
vpmadd52luq zmm14, zmm4, zmm15
vpmadd52huq zmm24, zmm1, zmm15
vpxorq zmm17, zmm17, zmm17
vpmadd52luq zmm17, zmm1, zmm15
vpbroadcastq zmm18, qword ptr [r10 + 1216]
vmovdqa64 zmm19, zmmword ptr [rdi + 832]
vpmadd52huq zmm29, zmm19, zmm18
vpmadd52luq zmm2, zmm19, zmm18
vpmadd52huq zmm28, zmm16, zmm18
vpmadd52luq zmm5, zmm16, zmm18
vpmadd52huq zmm27, zmm13, zmm18
vpmadd52luq zmm8, zmm13, zmm18
vpmadd52huq zmm26, zmm10, zmm18
vpmadd52luq zmm11, zmm10, zmm18
vpmadd52huq zmm25, zmm7, zmm18
vpmadd52luq zmm14, zmm7, zmm18
vpmadd52huq zmm24, zmm4, zmm18
vpmadd52luq zmm17, zmm4, zmm18
vpmadd52huq zmm23, zmm1, zmm18
vpxorq zmm20, zmm20, zmm20
vpmadd52luq zmm20, zmm1, zmm18
valignq zmm22, zmm22, zmm23, 7
valignq zmm21, zmm23, zmm24, 7
valignq zmm0, zmm24, zmm25, 7
valignq zmm3, zmm25, zmm26, 7
valignq zmm6, zmm26, zmm27, 7
valignq zmm9, zmm27, zmm28, 7
valignq zmm12, zmm28, zmm29, 7
valignq zmm15, zmm29, zmm30, 7
vpaddq zmm29, zmm15, zmm2
vpaddq zmm28, zmm12, zmm5
vpaddq zmm27, zmm9, zmm8
vpaddq zmm26, zmm6, zmm11
vpaddq zmm25, zmm3, zmm14
vpaddq zmm24, zmm0, zmm17
vpaddq zmm23, zmm21, zmm20
sub r10, 8
dec r11d
jne 3b
vmovdqa64 zmmword ptr [rsi + 3392], zmm29
vmovdqa64 zmmword ptr [rsi + 3456], zmm28
vmovdqa64 zmmword ptr [rsi + 3520], zmm27
vmovdqa64 zmmword ptr [rsi + 3584], zmm26
vmovdqa64 zmmword ptr [rsi + 3648], zmm25
vmovdqa64 zmmword ptr [rsi + 3712], zmm24
vmovdqa64 zmmword ptr [rsi + 3776], zmm23
vmovdqa64 zmmword ptr [rsi + 3840], zmm22
vpxorq zmm29, zmm29, zmm29
vpxorq zmm28, zmm28, zmm28
vpxorq zmm27, zmm27, zmm27
vpxorq zmm26, zmm26, zmm26
vpxorq zmm25, zmm25, zmm25
vpxorq zmm24, zmm24, zmm24
vpxorq zmm23, zmm23, zmm23
vpxorq zmm22, zmm22, zmm22
vpxorq zmm21, zmm21, zmm21
lea r10, [r9 + 56]
mov r11d, 8
.p2align 4
3:
vpbroadcastq zmm0, qword ptr [r10 + 320]
vmovdqa64 zmm1, zmmword ptr [rdi + 1216]
vpmadd52huq zmm29, zmm1, zmm0
vpxorq zmm2, zmm2, zmm2
vpmadd52luq zmm2, zmm1, zmm0
vpbroadcastq zmm3, qword ptr [r10 + 384]
vmovdqa64 zmm4, zmmword ptr [rdi + 1152]
vpmadd52huq zmm29, zmm4, zmm3
vpmadd52luq zmm2, zmm4, zmm3
vpmadd52huq zmm28, zmm1, zmm3
vpxorq zmm5, zmm5, zmm5
vpmadd52luq zmm5, zmm1, zmm3
vpbroadcastq zmm6, qword ptr [r10 + 448]
vmovdqa64 zmm7, zmmword ptr [rdi + 1088]
vpmadd52huq zmm29, zmm7, zmm6
vpmadd52luq zmm2, zmm7, zmm6
vpmadd52huq zmm28, zmm4, zmm6
vpmadd52luq zmm5, zmm4, zmm6
vpmadd52huq zmm27, zmm1, zmm6
vpxorq zmm8, zmm8, zmm8
vpmadd52luq zmm8, zmm1, zmm6
vpbroadcastq zmm9, qword ptr [r10 + 512]
vmovdqa64 zmm10, zmmword ptr [rdi + 1024]
vpmadd52huq zmm29, zmm10, zmm9
vpmadd52luq zmm2, zmm10, zmm9
vpmadd52huq zmm28, zmm7, zmm9
vpmadd52luq zmm5, zmm7, zmm9
vpmadd52huq zmm27, zmm4, zmm9
vpmadd52luq zmm8, zmm4, zmm9
vpmadd52huq zmm26, zmm1, zmm9
vpxorq zmm11, zmm11, zmm11
vpmadd52luq zmm11, zmm1, zmm9
vpbroadcastq zmm12, qword ptr [r10 + 576]
vmovdqa64 zmm13, zmmword ptr [rdi + 960]
vpmadd52huq zmm29, zmm13, zmm12
vpmadd52luq zmm2, zmm13, zmm12
vpmadd52huq zmm28, zmm10, zmm12
vpmadd52luq zmm5, zmm10, zmm12
vpmadd52huq zmm27, zmm7, zmm12
vpmadd52luq zmm8, zmm7, zmm12
vpmadd52huq zmm26, zmm4, zmm12
vpmadd52luq zmm11, zmm4, zmm12
vpmadd52huq zmm25, zmm1, zmm12
vpxorq zmm14, zmm14, zmm14
vpmadd52luq zmm14, zmm1, zmm12
vpbroadcastq zmm15, qword ptr [r10 + 640]
vmovdqa64 zmm16, zmmword ptr [rdi + 896]
vpmadd52huq zmm29, zmm16, zmm15
vpmadd52luq zmm2, zmm16, zmm15
vpmadd52huq zmm28, zmm13, zmm15
vpmadd52luq zmm5, zmm13, zmm15
vpmadd52huq zmm27, zmm10, zmm15
vpmadd52luq zmm8, zmm10, zmm15
vpmadd52huq zmm26, zmm7, zmm15
vpmadd52luq zmm11, zmm7, zmm15
vpmadd52huq zmm25, zmm4, zmm15
vpmadd52luq zmm14, zmm4, zmm15
vpmadd52huq zmm24, zmm1, zmm15
vpxorq zmm17, zmm17, zmm17
vpmadd52luq zmm17, zmm1, zmm15
vpbroadcastq zmm18, qword ptr [r10 + 704]
vmovdqa64 zmm19, zmmword ptr [rdi + 832]
vpmadd52huq zmm29, zmm19, zmm18
vpmadd52luq zmm2, zmm19, zmm18
vpmadd52huq zmm28, zmm16, zmm18
vpmadd52luq zmm5, zmm16, zmm18
vpmadd52huq zmm27, zmm13, zmm18
vpmadd52luq zmm8, zmm13, zmm18
vpmadd52huq zmm26, zmm10, zmm18
vpmadd52luq zmm11, zmm10, zmm18
vpmadd52huq zmm25, zmm7, zmm18
vpmadd52luq zmm14, zmm7, zmm18
vpmadd52huq zmm24, zmm4, zmm18
vpmadd52luq zmm17, zmm4, zmm18
vpmadd52huq zmm23, zmm1, zmm18
vpxorq zmm20, zmm20, zmm20
vpmadd52luq zmm20, zmm1, zmm18
vpbroadcastq zmm0, qword ptr [r10 + 768]
vmovdqa64 zmm3, zmmword ptr [rdi + 768]
vpmadd52huq zmm29, zmm3, zmm0
vpmadd52luq zmm2, zmm3, zmm0
vpmadd52huq zmm28, zmm19, zmm0
vpmadd52luq zmm5, zmm19, zmm0
vpmadd52huq zmm27, zmm16, zmm0
vpmadd52luq zmm8, zmm16, zmm0
vpmadd52huq zmm26, zmm13, zmm0
vpmadd52luq zmm11, zmm13, zmm0
vpmadd52huq zmm25, zmm10, zmm0
vpmadd52luq zmm14, zmm10, zmm0
vpmadd52huq zmm24, zmm7, zmm0
vpmadd52luq zmm17, zmm7, zmm0
vpmadd52huq zmm23, zmm4, zmm0
vpmadd52luq zmm20, zmm4, zmm0
vpmadd52huq zmm22, zmm1, zmm0
vpxorq zmm6, zmm6, zmm6
vpmadd52luq zmm6, zmm1, zmm0
vpbroadcastq zmm9, qword ptr [r10 + 832]
vmovdqa64 zmm12, zmmword ptr [rdi + 704]
vpmadd52huq zmm29, zmm12, zmm9
vpmadd52luq zmm2, zmm12, zmm9
vpmadd52huq zmm28, zmm3, zmm9
vpmadd52luq zmm5, zmm3, zmm9
vpmadd52huq zmm27, zmm19, zmm9
vpmadd52luq zmm8, zmm19, zmm9
vpmadd52huq zmm26, zmm16, zmm9
vpmadd52luq zmm11, zmm16, zmm9
vpmadd52huq zmm25, zmm13, zmm9
vpmadd52luq zmm14, zmm13, zmm9
vpmadd52huq zmm24, zmm10, zmm9
vpmadd52luq zmm17, zmm10, zmm9
vpmadd52huq zmm23, zmm7, zmm9
vpmadd52luq zmm20, zmm7, zmm9
vpmadd52huq zmm22, zmm4, zmm9
vpmadd52luq zmm6, zmm4, zmm9
vpbroadcastq zmm15, qword ptr [r10 + 896]
vmovdqa64 zmm18, zmmword ptr [rdi + 640]
vpmadd52huq zmm29, zmm18, zmm15
vpmadd52luq zmm2, zmm18, zmm15
vpmadd52huq zmm28, zmm12, zmm15
vpmadd52luq zmm5, zmm12, zmm15
vpmadd52huq zmm27, zmm3, zmm15
vpmadd52luq zmm8, zmm3, zmm15
vpmadd52huq zmm26, zmm19, zmm15
vpmadd52luq zmm11, zmm19, zmm15
vpmadd52huq zmm25, zmm16, zmm15
vpmadd52luq zmm14, zmm16, zmm15
vpmadd52huq zmm24, zmm13, zmm15
vpmadd52luq zmm17, zmm13, zmm15
vpmadd52huq zmm23, zmm10, zmm15
vpmadd52luq zmm20, zmm10, zmm15
vpmadd52huq zmm22, zmm7, zmm15
vpmadd52luq zmm6, zmm7, zmm15
vpbroadcastq zmm1, qword ptr [r10 + 960]
vmovdqa64 zmm0, zmmword ptr [rdi + 576]
vpmadd52huq zmm29, zmm0, zmm1
vpmadd52luq zmm2, zmm0, zmm1
vpmadd52huq zmm28, zmm18, zmm1
vpmadd52luq zmm5, zmm18, zmm1
vpmadd52huq zmm27, zmm12, zmm1
vpmadd52luq zmm8, zmm12, zmm1
vpmadd52huq zmm26, zmm3, zmm1
vpmadd52luq zmm11, zmm3, zmm1
vpmadd52huq zmm25, zmm19, zmm1
vpmadd52luq zmm14, zmm19, zmm1
vpmadd52huq zmm24, zmm16, zmm1
vpmadd52luq zmm17, zmm16, zmm1
vpmadd52huq zmm23, zmm13, zmm1
vpmadd52luq zmm20, zmm13, zmm1
vpmadd52huq zmm22, zmm10, zmm1
vpmadd52luq zmm6, zmm10, zmm1
vpbroadcastq zmm4, qword ptr [r10 + 1024]
vmovdqa64 zmm9, zmmword ptr [rdi + 512]
vpmadd52huq zmm29, zmm9, zmm4
vpmadd52luq zmm2, zmm9, zmm4
vpmadd52huq zmm28, zmm0, zmm4
vpmadd52luq zmm5, zmm0, zmm4
vpmadd52huq zmm27, zmm18, zmm4
vpmadd52luq zmm8, zmm18, zmm4
vpmadd52huq zmm26, zmm12, zmm4
vpmadd52luq zmm11, zmm12, zmm4
vpmadd52huq zmm25, zmm3, zmm4
vpmadd52luq zmm14, zmm3, zmm4
vpmadd52huq zmm24, zmm19, zmm4
vpmadd52luq zmm17, zmm19, zmm4
vpmadd52huq zmm23, zmm16, zmm4
vpmadd52luq zmm20, zmm16, zmm4
vpmadd52huq zmm22, zmm13, zmm4
vpmadd52luq zmm6, zmm13, zmm4
vpbroadcastq zmm7, qword ptr [r10 + 1088]
vmovdqa64 zmm15, zmmword ptr [rdi + 448]
vpmadd52huq zmm29, zmm15, zmm7
vpmadd52luq zmm2, zmm15, zmm7
vpmadd52huq zmm28, zmm9, zmm7
vpmadd52luq zmm5, zmm9, zmm7
vpmadd52huq zmm27, zmm0, zmm7
vpmadd52luq zmm8, zmm0, zmm7
vpmadd52huq zmm26, zmm18, zmm7
vpmadd52luq zmm11, zmm18, zmm7
vpmadd52huq zmm25, zmm12, zmm7
vpmadd52luq zmm14, zmm12, zmm7
vpmadd52huq zmm24, zmm3, zmm7
vpmadd52luq zmm17, zmm3, zmm7
vpmadd52huq zmm23, zmm19, zmm7
vpmadd52luq zmm20, zmm19, zmm7
vpmadd52huq zmm22, zmm16, zmm7
vpmadd52luq zmm6, zmm16, zmm7
vpbroadcastq zmm10, qword ptr [r10 + 1152]
vmovdqa64 zmm1, zmmword ptr [rdi + 384]
vpmadd52huq zmm29, zmm1, zmm10
vpmadd52luq zmm2, zmm1, zmm10
vpmadd52huq zmm28, zmm15, zmm10
vpmadd52luq zmm5, zmm15, zmm10
vpmadd52huq zmm27, zmm9, zmm10
vpmadd52luq zmm8, zmm9, zmm10
vpmadd52huq zmm26, zmm0, zmm10
vpmadd52luq zmm11, zmm0, zmm10
vpmadd52huq zmm25, zmm18, zmm10
vpmadd52luq zmm14, zmm18, zmm10
vpmadd52huq zmm24, zmm12, zmm10
vpmadd52luq zmm17, zmm12, zmm10
vpmadd52huq zmm23, zmm3, zmm10
vpmadd52luq zmm20, zmm3, zmm10
vpmadd52huq zmm22, zmm19, zmm10
vpmadd52luq zmm6, zmm19, zmm10
vpbroadcastq zmm13, qword ptr [r10 + 1216]
vmovdqa64 zmm4, zmmword ptr [rdi + 320]
vpmadd52huq zmm29, zmm4, zmm13
vpmadd52luq zmm2, zmm4, zmm13
vpmadd52huq zmm28, zmm1, zmm13
vpmadd52luq zmm5, zmm1, zmm13
vpmadd52huq zmm27, zmm15, zmm13
vpmadd52luq zmm8, zmm15, zmm13
vpmadd52huq zmm26, zmm9, zmm13
vpmadd52luq zmm11, zmm9, zmm13
vpmadd52huq zmm25, zmm0, zmm13
vpmadd52luq zmm14, zmm0, zmm13
vpmadd52huq zmm24, zmm18, zmm13
vpmadd52luq zmm17, zmm18, zmm13
vpmadd52huq zmm23, zmm12, zmm13
vpmadd52luq zmm20, zmm12, zmm13
vpmadd52huq zmm22, zmm3, zmm13
vpmadd52luq zmm6, zmm3, zmm13
valignq zmm21, zmm21, zmm22, 7
valignq zmm16, zmm22, zmm23, 7
valignq zmm7, zmm23, zmm24, 7
valignq zmm19, zmm24, zmm25, 7
valignq zmm10, zmm25, zmm26, 7
valignq zmm4, zmm26, zmm27, 7
valignq zmm1, zmm27, zmm28, 7
valignq zmm15, zmm28, zmm29, 7
valignq zmm9, zmm29, zmm30, 7
vpaddq zmm29, zmm9, zmm2
vpaddq zmm28, zmm15, zmm5
vpaddq zmm27, zmm1, zmm8
vpaddq zmm26, zmm4, zmm11
vpaddq zmm25, zmm10, zmm14
vpaddq zmm24, zmm19, zmm17
vpaddq zmm23, zmm7, zmm20
vpaddq zmm22, zmm16, zmm6
sub r10, 8
dec r11d
jne 3b
vmovdqa64 zmmword ptr [rsi + 2880], zmm29
vmovdqa64 zmmword ptr [rsi + 2944], zmm28
vmovdqa64 zmmword ptr [rsi + 3008], zmm27
vmovdqa64 zmmword ptr [rsi + 3072], zmm26
vmovdqa64 zmmword ptr [rsi + 3136], zmm25
vmovdqa64 zmmword ptr [rsi + 3200], zmm24
vmovdqa64 zmmword ptr [rsi + 3264], zmm23
vmovdqa64 zmmword ptr [rsi + 3328], zmm22
vmovdqa64 zmm0, zmmword ptr [rsi + 3392]
vpaddq zmm1, zmm21, zmm0
vmovdqa64 zmmword ptr [rsi + 3392], zmm1
vpxorq zmm29, zmm29, zmm29
vpxorq zmm28, zmm28, zmm28
vpxorq zmm27, zmm27, zmm27
vpxorq zmm26, zmm26, zmm26
vpxorq zmm25, zmm25, zmm25
vpxorq zmm24, zmm24, zmm24
vpxorq zmm23, zmm23, zmm23
vpxorq zmm22, zmm22, zmm22
vpxorq zmm21, zmm21, zmm21
lea r10, [r9 + 56]
mov r11d, 8
.p2align 4
3:
vpbroadcastq zmm0, qword ptr [r10]
vmovdqa64 zmm1, zmmword ptr [rdi + 1024]
vpmadd52huq zmm29, zmm1, zmm0
vpxorq zmm2, zmm2, zmm2
vpmadd52luq zmm2, zmm1, zmm0
vmovdqa64 zmm3, zmmword ptr [rdi + 1088]
vpmadd52huq zmm28, zmm3, zmm0
vpxorq zmm4, zmm4, zmm4
vpmadd52luq zmm4, zmm3, zmm0
vmovdqa64 zmm5, zmmword ptr [rdi + 1152]
vpmadd52huq zmm27, zmm5, zmm0
vpxorq zmm6, zmm6, zmm6
vpmadd52luq zmm6, zmm5, zmm0
vmovdqa64 zmm7, zmmword ptr [rdi + 1216]
vpmadd52huq zmm26, zmm7, zmm0
vpxorq zmm8, zmm8, zmm8
vpmadd52luq zmm8, zmm7, zmm0
vpbroadcastq zmm9, qword ptr [r10 + 64]
vmovdqa64 zmm10, zmmword ptr [rdi + 960]
vpmadd52huq zmm29, zmm10, zmm9
vpmadd52luq zmm2, zmm10, zmm9
vpmadd52huq zmm28, zmm1, zmm9
vpmadd52luq zmm4, zmm1, zmm9
vpmadd52huq zmm27, zmm3, zmm9
vpmadd52luq zmm6, zmm3, zmm9
vpmadd52huq zmm26, zmm5, zmm9
vpmadd52luq zmm8, zmm5, zmm9
vpmadd52huq zmm25, zmm7, zmm9
vpxorq zmm11, zmm11, zmm11
vpmadd52luq zmm11, zmm7, zmm9
vpbroadcastq zmm12, qword ptr [r10 + 128]
vmovdqa64 zmm13, zmmword ptr [rdi + 896]
vpmadd52huq zmm29, zmm13, zmm12
vpmadd52luq zmm2, zmm13, zmm12
vpmadd52huq zmm28, zmm10, zmm12
vpmadd52luq zmm4, zmm10, zmm12
vpmadd52huq zmm27, zmm1, zmm12
vpmadd52luq zmm6, zmm1, zmm12
vpmadd52huq zmm26, zmm3, zmm12
vpmadd52luq zmm8, zmm3, zmm12
vpmadd52huq zmm25, zmm5, zmm12
vpmadd52luq zmm11, zmm5, zmm12
vpmadd52huq zmm24, zmm7, zmm12
vpxorq zmm14, zmm14, zmm14
vpmadd52luq zmm14, zmm7, zmm12
vpbroadcastq zmm15, qword ptr [r10 + 192]
vmovdqa64 zmm16, zmmword ptr [rdi + 832]
vpmadd52huq zmm29, zmm16, zmm15
vpmadd52luq zmm2, zmm16, zmm15
vpmadd52huq zmm28, zmm13, zmm15
vpmadd52luq zmm4, zmm13, zmm15
vpmadd52huq zmm27, zmm10, zmm15
vpmadd52luq zmm6, zmm10, zmm15
vpmadd52huq zmm26, zmm1, zmm15
vpmadd52luq zmm8, zmm1, zmm15
vpmadd52huq zmm25, zmm3, zmm15
vpmadd52luq zmm11, zmm3, zmm15
vpmadd52huq zmm24, zmm5, zmm15
vpmadd52luq zmm14, zmm5, zmm15
vpmadd52huq zmm23, zmm7, zmm15
vpxorq zmm17, zmm17, zmm17
vpmadd52luq zmm17, zmm7, zmm15
vpbroadcastq zmm18, qword ptr [r10 + 256]
vmovdqa64 zmm19, zmmword ptr [rdi + 768]
vpmadd52huq zmm29, zmm19, zmm18
vpmadd52luq zmm2, zmm19, zmm18
vpmadd52huq zmm28, zmm16, zmm18
vpmadd52luq zmm4, zmm16, zmm18
vpmadd52huq zmm27, zmm13, zmm18
vpmadd52luq zmm6, zmm13, zmm18
vpmadd52huq zmm26, zmm10, zmm18
vpmadd52luq zmm8, zmm10, zmm18
vpmadd52huq zmm25, zmm1, zmm18
vpmadd52luq zmm11, zmm1, zmm18
vpmadd52huq zmm24, zmm3, zmm18
vpmadd52luq zmm14, zmm3, zmm18
vpmadd52huq zmm23, zmm5, zmm18
vpmadd52luq zmm17, zmm5, zmm18
vpmadd52huq zmm22, zmm7, zmm18
vpxorq zmm20, zmm20, zmm20
vpmadd52luq zmm20, zmm7, zmm18
vpbroadcastq zmm0, qword ptr [r10 + 320]
vmovdqa64 zmm9, zmmword ptr [rdi + 704]
vpmadd52huq zmm29, zmm9, zmm0
vpmadd52luq zmm2, zmm9, zmm0
vpmadd52huq zmm28, zmm19, zmm0
vpmadd52luq zmm4, zmm19, zmm0
vpmadd52huq zmm27, zmm16, zmm0
vpmadd52luq zmm6, zmm16, zmm0
vpmadd52huq zmm26, zmm13, zmm0
vpmadd52luq zmm8, zmm13, zmm0
vpmadd52huq zmm25, zmm10, zmm0
vpmadd52luq zmm11, zmm10, zmm0
vpmadd52huq zmm24, zmm1, zmm0
vpmadd52luq zmm14, zmm1, zmm0
vpmadd52huq zmm23, zmm3, zmm0
vpmadd52luq zmm17, zmm3, zmm0
vpmadd52huq zmm22, zmm5, zmm0
vpmadd52luq zmm20, zmm5, zmm0
vpbroadcastq zmm12, qword ptr [r10 + 384]
vmovdqa64 zmm15, zmmword ptr [rdi + 640]
vpmadd52huq zmm29, zmm15, zmm12
vpmadd52luq zmm2, zmm15, zmm12
vpmadd52huq zmm28, zmm9, zmm12
vpmadd52luq zmm4, zmm9, zmm12
vpmadd52huq zmm27, zmm19, zmm12
vpmadd52luq zmm6, zmm19, zmm12
vpmadd52huq zmm26, zmm16, zmm12
vpmadd52luq zmm8, zmm16, zmm12
vpmadd52huq zmm25, zmm13, zmm12
vpmadd52luq zmm11, zmm13, zmm12
vpmadd52huq zmm24, zmm10, zmm12
vpmadd52luq zmm14, zmm10, zmm12
vpmadd52huq zmm23, zmm1, zmm12
vpmadd52luq zmm17, zmm1, zmm12
vpmadd52huq zmm22, zmm3, zmm12
vpmadd52luq zmm20, zmm3, zmm12
vpbroadcastq zmm7, qword ptr [r10 + 448]
vmovdqa64 zmm18, zmmword ptr [rdi + 576]
vpmadd52huq zmm29, zmm18, zmm7
vpmadd52luq zmm2, zmm18, zmm7
vpmadd52huq zmm28, zmm15, zmm7
vpmadd52luq zmm4, zmm15, zmm7
vpmadd52huq zmm27, zmm9, zmm7
vpmadd52luq zmm6, zmm9, zmm7
vpmadd52huq zmm26, zmm19, zmm7
vpmadd52luq zmm8, zmm19, zmm7
vpmadd52huq zmm25, zmm16, zmm7
vpmadd52luq zmm11, zmm16, zmm7
vpmadd52huq zmm24, zmm13, zmm7
vpmadd52luq zmm14, zmm13, zmm7
vpmadd52huq zmm23, zmm10, zmm7
vpmadd52luq zmm17, zmm10, zmm7
vpmadd52huq zmm22, zmm1, zmm7
vpmadd52luq zmm20, zmm1, zmm7
vpbroadcastq zmm5, qword ptr [r10 + 512]
vmovdqa64 zmm0, zmmword ptr [rdi + 512]
vpmadd52huq zmm29, zmm0, zmm5
vpmadd52luq zmm2, zmm0, zmm5
vpmadd52huq zmm28, zmm18, zmm5
vpmadd52luq zmm4, zmm18, zmm5
vpmadd52huq zmm27, zmm15, zmm5
vpmadd52luq zmm6, zmm15, zmm5
vpmadd52huq zmm26, zmm9, zmm5
vpmadd52luq zmm8, zmm9, zmm5
vpmadd52huq zmm25, zmm19, zmm5
vpmadd52luq zmm11, zmm19, zmm5
vpmadd52huq zmm24, zmm16, zmm5
vpmadd52luq zmm14, zmm16, zmm5
vpmadd52huq zmm23, zmm13, zmm5
vpmadd52luq zmm17, zmm13, zmm5
vpmadd52huq zmm22, zmm10, zmm5
vpmadd52luq zmm20, zmm10, zmm5
vpbroadcastq zmm3, qword ptr [r10 + 576]
vmovdqa64 zmm12, zmmword ptr [rdi + 448]
vpmadd52huq zmm29, zmm12, zmm3
vpmadd52luq zmm2, zmm12, zmm3
vpmadd52huq zmm28, zmm0, zmm3
vpmadd52luq zmm4, zmm0, zmm3
vpmadd52huq zmm27, zmm18, zmm3
vpmadd52luq zmm6, zmm18, zmm3
vpmadd52huq zmm26, zmm15, zmm3
vpmadd52luq zmm8, zmm15, zmm3
vpmadd52huq zmm25, zmm9, zmm3
vpmadd52luq zmm11, zmm9, zmm3
vpmadd52huq zmm24, zmm19, zmm3
vpmadd52luq zmm14, zmm19, zmm3
vpmadd52huq zmm23, zmm16, zmm3
vpmadd52luq zmm17, zmm16, zmm3
vpmadd52huq zmm22, zmm13, zmm3
vpmadd52luq zmm20, zmm13, zmm3
vpbroadcastq zmm1, qword ptr [r10 + 640]
vmovdqa64 zmm7, zmmword ptr [rdi + 384]
vpmadd52huq zmm29, zmm7, zmm1
vpmadd52luq zmm2, zmm7, zmm1
vpmadd52huq zmm28, zmm12, zmm1
vpmadd52luq zmm4, zmm12, zmm1
vpmadd52huq zmm27, zmm0, zmm1
vpmadd52luq zmm6, zmm0, zmm1
vpmadd52huq zmm26, zmm18, zmm1
vpmadd52luq zmm8, zmm18, zmm1
vpmadd52huq zmm25, zmm15, zmm1
vpmadd52luq zmm11, zmm15, zmm1
vpmadd52huq zmm24, zmm9, zmm1
vpmadd52luq zmm14, zmm9, zmm1
vpmadd52huq zmm23, zmm19, zmm1
vpmadd52luq zmm17, zmm19, zmm1
vpmadd52huq zmm22, zmm16, zmm1
vpmadd52luq zmm20, zmm16, zmm1
vpbroadcastq zmm10, qword ptr [r10 + 704]
vmovdqa64 zmm5, zmmword ptr [rdi + 320]
vpmadd52huq zmm29, zmm5, zmm10
vpmadd52luq zmm2, zmm5, zmm10
vpmadd52huq zmm28, zmm7, zmm10
vpmadd52luq zmm4, zmm7, zmm10
vpmadd52huq zmm27, zmm12, zmm10
vpmadd52luq zmm6, zmm12, zmm10
vpmadd52huq zmm26, zmm0, zmm10
vpmadd52luq zmm8, zmm0, zmm10
vpmadd52huq zmm25, zmm18, zmm10
vpmadd52luq zmm11, zmm18, zmm10
vpmadd52huq zmm24, zmm15, zmm10
vpmadd52luq zmm14, zmm15, zmm10
vpmadd52huq zmm23, zmm9, zmm10
vpmadd52luq zmm17, zmm9, zmm10
vpmadd52huq zmm22, zmm19, zmm10
vpmadd52luq zmm20, zmm19, zmm10
vpbroadcastq zmm13, qword ptr [r10 + 768]
vmovdqa64 zmm3, zmmword ptr [rdi + 256]
vpmadd52huq zmm29, zmm3, zmm13
vpmadd52luq zmm2, zmm3, zmm13
vpmadd52huq zmm28, zmm5, zmm13
vpmadd52luq zmm4, zmm5, zmm13
vpmadd52huq zmm27, zmm7, zmm13
vpmadd52luq zmm6, zmm7, zmm13
vpmadd52huq zmm26, zmm12, zmm13
vpmadd52luq zmm8, zmm12, zmm13
vpmadd52huq zmm25, zmm0, zmm13
vpmadd52luq zmm11, zmm0, zmm13
vpmadd52huq zmm24, zmm18, zmm13
vpmadd52luq zmm14, zmm18, zmm13
vpmadd52huq zmm23, zmm15, zmm13
vpmadd52luq zmm17, zmm15, zmm13
vpmadd52huq zmm22, zmm9, zmm13
vpmadd52luq zmm20, zmm9, zmm13
vpbroadcastq zmm16, qword ptr [r10 + 832]
vmovdqa64 zmm1, zmmword ptr [rdi + 192]
vpmadd52huq zmm29, zmm1, zmm16
vpmadd52luq zmm2, zmm1, zmm16
vpmadd52huq zmm28, zmm3, zmm16
vpmadd52luq zmm4, zmm3, zmm16
vpmadd52huq zmm27, zmm5, zmm16
vpmadd52luq zmm6, zmm5, zmm16
vpmadd52huq zmm26, zmm7, zmm16
vpmadd52luq zmm8, zmm7, zmm16
vpmadd52huq zmm25, zmm12, zmm16
vpmadd52luq zmm11, zmm12, zmm16
vpmadd52huq zmm24, zmm0, zmm16
vpmadd52luq zmm14, zmm0, zmm16
vpmadd52huq zmm23, zmm18, zmm16
vpmadd52luq zmm17, zmm18, zmm16
vpmadd52huq zmm22, zmm15, zmm16
vpmadd52luq zmm20, zmm15, zmm16
vpbroadcastq zmm19, qword ptr [r10 + 896]
vmovdqa64 zmm10, zmmword ptr [rdi + 128]
vpmadd52huq zmm29, zmm10, zmm19
vpmadd52luq zmm2, zmm10, zmm19
vpmadd52huq zmm28, zmm1, zmm19
vpmadd52luq zmm4, zmm1, zmm19
vpmadd52huq zmm27, zmm3, zmm19
vpmadd52luq zmm6, zmm3, zmm19
vpmadd52huq zmm26, zmm5, zmm19
vpmadd52luq zmm8, zmm5, zmm19
vpmadd52huq zmm25, zmm7, zmm19
vpmadd52luq zmm11, zmm7, zmm19
vpmadd52huq zmm24, zmm12, zmm19
vpmadd52luq zmm14, zmm12, zmm19
vpmadd52huq zmm23, zmm0, zmm19
vpmadd52luq zmm17, zmm0, zmm19
vpmadd52huq zmm22, zmm18, zmm19
vpmadd52luq zmm20, zmm18, zmm19
vpbroadcastq zmm9, qword ptr [r10 + 960]
vmovdqa64 zmm13, zmmword ptr [rdi + 64]
vpmadd52huq zmm29, zmm13, zmm9
vpmadd52luq zmm2, zmm13, zmm9
vpmadd52huq zmm28, zmm10, zmm9
vpmadd52luq zmm4, zmm10, zmm9
vpmadd52huq zmm27, zmm1, zmm9
vpmadd52luq zmm6, zmm1, zmm9
vpmadd52huq zmm26, zmm3, zmm9
vpmadd52luq zmm8, zmm3, zmm9
vpmadd52huq zmm25, zmm5, zmm9
vpmadd52luq zmm11, zmm5, zmm9
vpmadd52huq zmm24, zmm7, zmm9
vpmadd52luq zmm14, zmm7, zmm9
vpmadd52huq zmm23, zmm12, zmm9
vpmadd52luq zmm17, zmm12, zmm9
vpmadd52huq zmm22, zmm0, zmm9
vpmadd52luq zmm20, zmm0, zmm9
vpbroadcastq zmm15, qword ptr [r10 + 1024]
vmovdqa64 zmm16, zmmword ptr [rdi]
vpmadd52huq zmm29, zmm16, zmm15
vpmadd52luq zmm2, zmm16, zmm15
vpmadd52huq zmm28, zmm13, zmm15
vpmadd52luq zmm4, zmm13, zmm15
vpmadd52huq zmm27, zmm10, zmm15
vpmadd52luq zmm6, zmm10, zmm15
vpmadd52huq zmm26, zmm1, zmm15
vpmadd52luq zmm8, zmm1, zmm15
vpmadd52huq zmm25, zmm3, zmm15
vpmadd52luq zmm11, zmm3, zmm15
vpmadd52huq zmm24, zmm5, zmm15
vpmadd52luq zmm14, zmm5, zmm15
vpmadd52huq zmm23, zmm7, zmm15
vpmadd52luq zmm17, zmm7, zmm15
vpmadd52huq zmm22, zmm12, zmm15
vpmadd52luq zmm20, zmm12, zmm15
vpbroadcastq zmm18, qword ptr [r10 + 1088]
vpmadd52huq zmm28, zmm16, zmm18
vpmadd52luq zmm4, zmm16, zmm18
vpmadd52huq zmm27, zmm13, zmm18
vpmadd52luq zmm6, zmm13, zmm18
vpmadd52huq zmm26, zmm10, zmm18
vpmadd52luq zmm8, zmm10, zmm18
vpmadd52huq zmm25, zmm1, zmm18
vpmadd52luq zmm11, zmm1, zmm18
vpmadd52huq zmm24, zmm3, zmm18
vpmadd52luq zmm14, zmm3, zmm18
vpmadd52huq zmm23, zmm5, zmm18
vpmadd52luq zmm17, zmm5, zmm18
vpmadd52huq zmm22, zmm7, zmm18
vpmadd52luq zmm20, zmm7, zmm18
vpbroadcastq zmm19, qword ptr [r10 + 1152]
vpmadd52huq zmm27, zmm16, zmm19
vpmadd52luq zmm6, zmm16, zmm19
vpmadd52huq zmm26, zmm13, zmm19
vpmadd52luq zmm8, zmm13, zmm19
vpmadd52huq zmm25, zmm10, zmm19
vpmadd52luq zmm11, zmm10, zmm19
vpmadd52huq zmm24, zmm1, zmm19
vpmadd52luq zmm14, zmm1, zmm19
vpmadd52huq zmm23, zmm3, zmm19
vpmadd52luq zmm17, zmm3, zmm19
vpmadd52huq zmm22, zmm5, zmm19
vpmadd52luq zmm20, zmm5, zmm19
vpbroadcastq zmm0, qword ptr [r10 + 1216]
vpmadd52huq zmm26, zmm16, zmm0
vpmadd52luq zmm8, zmm16, zmm0
vpmadd52huq zmm25, zmm13, zmm0
vpmadd52luq zmm11, zmm13, zmm0
vpmadd52huq zmm24, zmm10, zmm0
vpmadd52luq zmm14, zmm10, zmm0
vpmadd52huq zmm23, zmm1, zmm0
vpmadd52luq zmm17, zmm1, zmm0
vpmadd52huq zmm22, zmm3, zmm0
vpmadd52luq zmm20, zmm3, zmm0
valignq zmm21, zmm21, zmm22, 7
valignq zmm9, zmm22, zmm23, 7
valignq zmm12, zmm23, zmm24, 7
valignq zmm15, zmm24, zmm25, 7
valignq zmm7, zmm25, zmm26, 7
valignq zmm18, zmm26, zmm27, 7
valignq zmm5, zmm27, zmm28, 7
valignq zmm19, zmm28, zmm29, 7
valignq zmm16, zmm29, zmm30, 7
vpaddq zmm29, zmm16, zmm2
vpaddq zmm28, zmm19, zmm4
vpaddq zmm27, zmm5, zmm6
vpaddq zmm26, zmm18, zmm8
vpaddq zmm25, zmm7, zmm11
vpaddq zmm24, zmm15, zmm14
vpaddq zmm23, zmm12, zmm17
vpaddq zmm22, zmm9, zmm20
sub r10, 8
dec r11d
jne 3b
vmovdqa64 zmmword ptr [rsi + 2368], zmm29
vmovdqa64 zmmword ptr [rsi + 2432], zmm28
vmovdqa64 zmmword ptr [rsi + 2496], zmm27
vmovdqa64 zmmword ptr [rsi + 2560], zmm26
vmovdqa64 zmmword ptr [rsi + 2624], zmm25
vmovdqa64 zmmword ptr [rsi + 2688], zmm24
vmovdqa64 zmmword ptr [rsi + 2752], zmm23
vmovdqa64 zmmword ptr [rsi + 2816], zmm22
vmovdqa64 zmm0, zmmword ptr [rsi + 2880]
vpaddq zmm1, zmm21, zmm0
vmovdqa64 zmmword ptr [rsi + 2880], zmm1
vpxorq zmm29, zmm29, zmm29
vpxorq zmm28, zmm28, zmm28
vpxorq zmm27, zmm27, zmm27
vpxorq zmm26, zmm26, zmm26
vpxorq zmm25, zmm25, zmm25
vpxorq zmm24, zmm24, zmm24
vpxorq zmm23, zmm23, zmm23
vpxorq zmm22, zmm22, zmm22
vpxorq zmm21, zmm21, zmm21
lea r10, [r9 + 56]
mov r11d, 8
.p2align 4
3:
vpbroadcastq zmm0, qword ptr [r10]
vmovdqa64 zmm1, zmmword ptr [rdi + 512]
vpmadd52huq zmm29, zmm1, zmm0
vpxorq zmm2, zmm2, zmm2
vpmadd52luq zmm2, zmm1, zmm0
vmovdqa64 zmm3, zmmword ptr [rdi + 576]
vpmadd52huq zmm28, zmm3, zmm0
vpxorq zmm4, zmm4, zmm4
vpmadd52luq zmm4, zmm3, zmm0
vmovdqa64 zmm5, zmmword ptr [rdi + 640]
vpmadd52huq zmm27, zmm5, zmm0
vpxorq zmm6, zmm6, zmm6
vpmadd52luq zmm6, zmm5, zmm0
vmovdqa64 zmm7, zmmword ptr [rdi + 704]
vpmadd52huq zmm26, zmm7, zmm0
vpxorq zmm8, zmm8, zmm8
vpmadd52luq zmm8, zmm7, zmm0
vmovdqa64 zmm9, zmmword ptr [rdi + 768]
vpmadd52huq zmm25, zmm9, zmm0
vpxorq zmm10, zmm10, zmm10
vpmadd52luq zmm10, zmm9, zmm0
vmovdqa64 zmm11, zmmword ptr [rdi + 832]
vpmadd52huq zmm24, zmm11, zmm0
vpxorq zmm12, zmm12, zmm12
vpmadd52luq zmm12, zmm11, zmm0
vmovdqa64 zmm13, zmmword ptr [rdi + 896]
vpmadd52huq zmm23, zmm13, zmm0
vpxorq zmm14, zmm14, zmm14
vpmadd52luq zmm14, zmm13, zmm0
vmovdqa64 zmm15, zmmword ptr [rdi + 960]
vpmadd52huq zmm22, zmm15, zmm0
vpxorq zmm16, zmm16, zmm16
vpmadd52luq zmm16, zmm15, zmm0
vpbroadcastq zmm17, qword ptr [r10 + 64]
vmovdqa64 zmm18, zmmword ptr [rdi + 448]
vpmadd52huq zmm29, zmm18, zmm17
vpmadd52luq zmm2, zmm18, zmm17
vpmadd52huq zmm28, zmm1, zmm17
vpmadd52luq zmm4, zmm1, zmm17
vpmadd52huq zmm27, zmm3, zmm17
vpmadd52luq zmm6, zmm3, zmm17
vpmadd52huq zmm26, zmm5, zmm17
vpmadd52luq zmm8, zmm5, zmm17
vpmadd52huq zmm25, zmm7, zmm17
vpmadd52luq zmm10, zmm7, zmm17
vpmadd52huq zmm24, zmm9, zmm17
vpmadd52luq zmm12, zmm9, zmm17
vpmadd52huq zmm23, zmm11, zmm17
vpmadd52luq zmm14, zmm11, zmm17
vpmadd52huq zmm22, zmm13, zmm17
vpmadd52luq zmm16, zmm13, zmm17
vpbroadcastq zmm19, qword ptr [r10 + 128]
vmovdqa64 zmm20, zmmword ptr [rdi + 384]
vpmadd52huq zmm29, zmm20, zmm19
vpmadd52luq zmm2, zmm20, zmm19
vpmadd52huq zmm28, zmm18, zmm19
vpmadd52luq zmm4, zmm18, zmm19
vpmadd52huq zmm27, zmm1, zmm19
vpmadd52luq zmm6, zmm1, zmm19
vpmadd52huq zmm26, zmm3, zmm19
vpmadd52luq zmm8, zmm3, zmm19
vpmadd52huq zmm25, zmm5, zmm19
vpmadd52luq zmm10, zmm5, zmm19
vpmadd52huq zmm24, zmm7, zmm19
vpmadd52luq zmm12, zmm7, zmm19
vpmadd52huq zmm23, zmm9, zmm19
vpmadd52luq zmm14, zmm9, zmm19
vpmadd52huq zmm22, zmm11, zmm19
vpmadd52luq zmm16, zmm11, zmm19
vpbroadcastq zmm0, qword ptr [r10 + 192]
vmovdqa64 zmm15, zmmword ptr [rdi + 320]
vpmadd52huq zmm29, zmm15, zmm0
vpmadd52luq zmm2, zmm15, zmm0
vpmadd52huq zmm28, zmm20, zmm0
vpmadd52luq zmm4, zmm20, zmm0
vpmadd52huq zmm27, zmm18, zmm0
vpmadd52luq zmm6, zmm18, zmm0
vpmadd52huq zmm26, zmm1, zmm0
vpmadd52luq zmm8, zmm1, zmm0
vpmadd52huq zmm25, zmm3, zmm0
vpmadd52luq zmm10, zmm3, zmm0
vpmadd52huq zmm24, zmm5, zmm0
vpmadd52luq zmm12, zmm5, zmm0
vpmadd52huq zmm23, zmm7, zmm0
vpmadd52luq zmm14, zmm7, zmm0
vpmadd52huq zmm22, zmm9, zmm0
vpmadd52luq zmm16, zmm9, zmm0
vpbroadcastq zmm13, qword ptr [r10 + 256]
vmovdqa64 zmm17, zmmword ptr [rdi + 256]
vpmadd52huq zmm29, zmm17, zmm13
vpmadd52luq zmm2, zmm17, zmm13
vpmadd52huq zmm28, zmm15, zmm13
vpmadd52luq zmm4, zmm15, zmm13
vpmadd52huq zmm27, zmm20, zmm13
vpmadd52luq zmm6, zmm20, zmm13
vpmadd52huq zmm26, zmm18, zmm13
vpmadd52luq zmm8, zmm18, zmm13
vpmadd52huq zmm25, zmm1, zmm13
vpmadd52luq zmm10, zmm1, zmm13
vpmadd52huq zmm24, zmm3, zmm13
vpmadd52luq zmm12, zmm3, zmm13
vpmadd52huq zmm23, zmm5, zmm13
vpmadd52luq zmm14, zmm5, zmm13
vpmadd52huq zmm22, zmm7, zmm13
vpmadd52luq zmm16, zmm7, zmm13
vpbroadcastq zmm11, qword ptr [r10 + 320]
vmovdqa64 zmm19, zmmword ptr [rdi + 192]
vpmadd52huq zmm29, zmm19, zmm11
vpmadd52luq zmm2, zmm19, zmm11
vpmadd52huq zmm28, zmm17, zmm11
vpmadd52luq zmm4, zmm17, zmm11
vpmadd52huq zmm27, zmm15, zmm11
vpmadd52luq zmm6, zmm15, zmm11
vpmadd52huq zmm26, zmm20, zmm11
vpmadd52luq zmm8, zmm20, zmm11
vpmadd52huq zmm25, zmm18, zmm11
vpmadd52luq zmm10, zmm18, zmm11
vpmadd52huq zmm24, zmm1, zmm11
vpmadd52luq zmm12, zmm1, zmm11
vpmadd52huq zmm23, zmm3, zmm11
vpmadd52luq zmm14, zmm3, zmm11
vpmadd52huq zmm22, zmm5, zmm11
vpmadd52luq zmm16, zmm5, zmm11
vpbroadcastq zmm9, qword ptr [r10 + 384]
vmovdqa64 zmm0, zmmword ptr [rdi + 128]
vpmadd52huq zmm29, zmm0, zmm9
vpmadd52luq zmm2, zmm0, zmm9
vpmadd52huq zmm28, zmm19, zmm9
vpmadd52luq zmm4, zmm19, zmm9
vpmadd52huq zmm27, zmm17, zmm9
vpmadd52luq zmm6, zmm17, zmm9
vpmadd52huq zmm26, zmm15, zmm9
vpmadd52luq zmm8, zmm15, zmm9
vpmadd52huq zmm25, zmm20, zmm9
vpmadd52luq zmm10, zmm20, zmm9
vpmadd52huq zmm24, zmm18, zmm9
vpmadd52luq zmm12, zmm18, zmm9
vpmadd52huq zmm23, zmm1, zmm9
vpmadd52luq zmm14, zmm1, zmm9
vpmadd52huq zmm22, zmm3, zmm9
vpmadd52luq zmm16, zmm3, zmm9
vpbroadcastq zmm7, qword ptr [r10 + 448]
vmovdqa64 zmm13, zmmword ptr [rdi + 64]
vpmadd52huq zmm29, zmm13, zmm7
vpmadd52luq zmm2, zmm13, zmm7
vpmadd52huq zmm28, zmm0, zmm7
vpmadd52luq zmm4, zmm0, zmm7
vpmadd52huq zmm27, zmm19, zmm7
vpmadd52luq zmm6, zmm19, zmm7
vpmadd52huq zmm26, zmm17, zmm7
vpmadd52luq zmm8, zmm17, zmm7
vpmadd52huq zmm25, zmm15, zmm7
vpmadd52luq zmm10, zmm15, zmm7
vpmadd52huq zmm24, zmm20, zmm7
vpmadd52luq zmm12, zmm20, zmm7
vpmadd52huq zmm23, zmm18, zmm7
vpmadd52luq zmm14, zmm18, zmm7
vpmadd52huq zmm22, zmm1, zmm7
vpmadd52luq zmm16, zmm1, zmm7
vpbroadcastq zmm5, qword ptr [r10 + 512]
vmovdqa64 zmm11, zmmword ptr [rdi]
vpmadd52huq zmm29, zmm11, zmm5
vpmadd52luq zmm2, zmm11, zmm5
vpmadd52huq zmm28, zmm13, zmm5
vpmadd52luq zmm4, zmm13, zmm5
vpmadd52huq zmm27, zmm0, zmm5
vpmadd52luq zmm6, zmm0, zmm5
vpmadd52huq zmm26, zmm19, zmm5
vpmadd52luq zmm8, zmm19, zmm5
vpmadd52huq zmm25, zmm17, zmm5
vpmadd52luq zmm10, zmm17, zmm5
vpmadd52huq zmm24, zmm15, zmm5
vpmadd52luq zmm12, zmm15, zmm5
vpmadd52huq zmm23, zmm20, zmm5
vpmadd52luq zmm14, zmm20, zmm5
vpmadd52huq zmm22, zmm18, zmm5
vpmadd52luq zmm16, zmm18, zmm5
vpbroadcastq zmm3, qword ptr [r10 + 576]
vpmadd52huq zmm28, zmm11, zmm3
vpmadd52luq zmm4, zmm11, zmm3
vpmadd52huq zmm27, zmm13, zmm3
vpmadd52luq zmm6, zmm13, zmm3
vpmadd52huq zmm26, zmm0, zmm3
vpmadd52luq zmm8, zmm0, zmm3
vpmadd52huq zmm25, zmm19, zmm3
vpmadd52luq zmm10, zmm19, zmm3
vpmadd52huq zmm24, zmm17, zmm3
vpmadd52luq zmm12, zmm17, zmm3
vpmadd52huq zmm23, zmm15, zmm3
vpmadd52luq zmm14, zmm15, zmm3
vpmadd52huq zmm22, zmm20, zmm3
vpmadd52luq zmm16, zmm20, zmm3
vpbroadcastq zmm9, qword ptr [r10 + 640]
vpmadd52huq zmm27, zmm11, zmm9
vpmadd52luq zmm6, zmm11, zmm9
vpmadd52huq zmm26, zmm13, zmm9
vpmadd52luq zmm8, zmm13, zmm9
vpmadd52huq zmm25, zmm0, zmm9
vpmadd52luq zmm10, zmm0, zmm9
vpmadd52huq zmm24, zmm19, zmm9
vpmadd52luq zmm12, zmm19, zmm9
vpmadd52huq zmm23, zmm17, zmm9
vpmadd52luq zmm14, zmm17, zmm9
vpmadd52huq zmm22, zmm15, zmm9
vpmadd52luq zmm16, zmm15, zmm9
vpbroadcastq zmm1, qword ptr [r10 + 704]
vpmadd52huq zmm26, zmm11, zmm1
vpmadd52luq zmm8, zmm11, zmm1
vpmadd52huq zmm25, zmm13, zmm1
vpmadd52luq zmm10, zmm13, zmm1
vpmadd52huq zmm24, zmm0, zmm1
vpmadd52luq zmm12, zmm0, zmm1
vpmadd52huq zmm23, zmm19, zmm1
vpmadd52luq zmm14, zmm19, zmm1
vpmadd52huq zmm22, zmm17, zmm1
vpmadd52luq zmm16, zmm17, zmm1
vpbroadcastq zmm7, qword ptr [r10 + 768]
vpmadd52huq zmm25, zmm11, zmm7
vpmadd52luq zmm10, zmm11, zmm7
vpmadd52huq zmm24, zmm13, zmm7
vpmadd52luq zmm12, zmm13, zmm7
vpmadd52huq zmm23, zmm0, zmm7
vpmadd52luq zmm14, zmm0, zmm7
vpmadd52huq zmm22, zmm19, zmm7
vpmadd52luq zmm16, zmm19, zmm7
vpbroadcastq zmm18, qword ptr [r10 + 832]
vpmadd52huq zmm24, zmm11, zmm18
vpmadd52luq zmm12, zmm11, zmm18
vpmadd52huq zmm23, zmm13, zmm18
vpmadd52luq zmm14, zmm13, zmm18
vpmadd52huq zmm22, zmm0, zmm18
vpmadd52luq zmm16, zmm0, zmm18
vpbroadcastq zmm5, qword ptr [r10 + 896]
vpmadd52huq zmm23, zmm11, zmm5
vpmadd52luq zmm14, zmm11, zmm5
vpmadd52huq zmm22, zmm13, zmm5
vpmadd52luq zmm16, zmm13, zmm5
vpbroadcastq zmm20, qword ptr [r10 + 960]
vpmadd52huq zmm22, zmm11, zmm20
vpmadd52luq zmm16, zmm11, zmm20
valignq zmm21, zmm21, zmm22, 7
valignq zmm3, zmm22, zmm23, 7
valignq zmm15, zmm23, zmm24, 7
valignq zmm9, zmm24, zmm25, 7
valignq zmm17, zmm25, zmm26, 7
valignq zmm1, zmm26, zmm27, 7
valignq zmm19, zmm27, zmm28, 7
valignq zmm7, zmm28, zmm29, 7
valignq zmm0, zmm29, zmm30, 7
vpaddq zmm29, zmm0, zmm2
vpaddq zmm28, zmm7, zmm4
vpaddq zmm27, zmm19, zmm6
vpaddq zmm26, zmm1, zmm8
vpaddq zmm25, zmm17, zmm10
vpaddq zmm24, zmm9, zmm12
vpaddq zmm23, zmm15, zmm14
vpaddq zmm22, zmm3, zmm16
sub r10, 8
dec r11d
jne 3b
vmovdqa64 zmmword ptr [rsi + 1856], zmm29
vmovdqa64 zmmword ptr [rsi + 1920], zmm28
vmovdqa64 zmmword ptr [rsi + 1984], zmm27
vmovdqa64 zmmword ptr [rsi + 2048], zmm26
vmovdqa64 zmmword ptr [rsi + 2112], zmm25
vmovdqa64 zmmword ptr [rsi + 2176], zmm24
vmovdqa64 zmmword ptr [rsi + 2240], zmm23
vmovdqa64 zmmword ptr [rsi + 2304], zmm22
vmovdqa64 zmm0, zmmword ptr [rsi + 2368]
vpaddq zmm1, zmm21, zmm0
vmovdqa64 zmmword ptr [rsi + 2368], zmm1
vpxorq zmm29, zmm29, zmm29
vpxorq zmm28, zmm28, zmm28
vpxorq zmm27, zmm27, zmm27
vpxorq zmm26, zmm26, zmm26
vpxorq zmm25, zmm25, zmm25
vpxorq zmm24, zmm24, zmm24
vpxorq zmm23, zmm23, zmm23
vpxorq zmm22, zmm22, zmm22
vpxorq zmm21, zmm21, zmm21
lea r10, [r9 + 56]
mov r11d, 8
.p2align 4
3:
vpbroadcastq zmm0, qword ptr [r10]
vmovdqa64 zmm1, zmmword ptr [rdi]
vpmadd52huq zmm29, zmm1, zmm0
vpxorq zmm2, zmm2, zmm2
vpmadd52luq zmm2, zmm1, zmm0
vmovdqa64 zmm3, zmmword ptr [rdi + 64]
vpmadd52huq zmm28, zmm3, zmm0
vpxorq zmm4, zmm4, zmm4
vpmadd52luq zmm4, zmm3, zmm0
vmovdqa64 zmm5, zmmword ptr [rdi + 128]
vpmadd52huq zmm27, zmm5, zmm0
vpxorq zmm6, zmm6, zmm6
vpmadd52luq zmm6, zmm5, zmm0
vmovdqa64 zmm7, zmmword ptr [rdi + 192]
vpmadd52huq zmm26, zmm7, zmm0
vpxorq zmm8, zmm8, zmm8
vpmadd52luq zmm8, zmm7, zmm0
vmovdqa64 zmm9, zmmword ptr [rdi + 256]
vpmadd52huq zmm25, zmm9, zmm0
vpxorq zmm10, zmm10, zmm10
vpmadd52luq zmm10, zmm9, zmm0
vmovdqa64 zmm11, zmmword ptr [rdi + 320]
vpmadd52huq zmm24, zmm11, zmm0
vpxorq zmm12, zmm12, zmm12
vpmadd52luq zmm12, zmm11, zmm0
vmovdqa64 zmm13, zmmword ptr [rdi + 384]
vpmadd52huq zmm23, zmm13, zmm0
vpxorq zmm14, zmm14, zmm14
vpmadd52luq zmm14, zmm13, zmm0
vmovdqa64 zmm15, zmmword ptr [rdi + 448]
vpmadd52huq zmm22, zmm15, zmm0
vpxorq zmm16, zmm16, zmm16
vpmadd52luq zmm16, zmm15, zmm0
vpbroadcastq zmm17, qword ptr [r10 + 64]
vpmadd52huq zmm28, zmm1, zmm17
vpmadd52luq zmm4, zmm1, zmm17
vpmadd52huq zmm27, zmm3, zmm17
vpmadd52luq zmm6, zmm3, zmm17
vpmadd52huq zmm26, zmm5, zmm17
vpmadd52luq zmm8, zmm5, zmm17
vpmadd52huq zmm25, zmm7, zmm17
vpmadd52luq zmm10, zmm7, zmm17
vpmadd52huq zmm24, zmm9, zmm17
vpmadd52luq zmm12, zmm9, zmm17
vpmadd52huq zmm23, zmm11, zmm17
vpmadd52luq zmm14, zmm11, zmm17
vpmadd52huq zmm22, zmm13, zmm17
vpmadd52luq zmm16, zmm13, zmm17
vpbroadcastq zmm18, qword ptr [r10 + 128]
vpmadd52huq zmm27, zmm1, zmm18
vpmadd52luq zmm6, zmm1, zmm18
vpmadd52huq zmm26, zmm3, zmm18
vpmadd52luq zmm8, zmm3, zmm18
vpmadd52huq zmm25, zmm5, zmm18
vpmadd52luq zmm10, zmm5, zmm18
vpmadd52huq zmm24, zmm7, zmm18
vpmadd52luq zmm12, zmm7, zmm18
vpmadd52huq zmm23, zmm9, zmm18
vpmadd52luq zmm14, zmm9, zmm18
vpmadd52huq zmm22, zmm11, zmm18
vpmadd52luq zmm16, zmm11, zmm18
vpbroadcastq zmm19, qword ptr [r10 + 192]
vpmadd52huq zmm26, zmm1, zmm19
vpmadd52luq zmm8, zmm1, zmm19
vpmadd52huq zmm25, zmm3, zmm19
vpmadd52luq zmm10, zmm3, zmm19
vpmadd52huq zmm24, zmm5, zmm19
vpmadd52luq zmm12, zmm5, zmm19
vpmadd52huq zmm23, zmm7, zmm19
vpmadd52luq zmm14, zmm7, zmm19
vpmadd52huq zmm22, zmm9, zmm19
vpmadd52luq zmm16, zmm9, zmm19
vpbroadcastq zmm20, qword ptr [r10 + 256]
vpmadd52huq zmm25, zmm1, zmm20
vpmadd52luq zmm10, zmm1, zmm20
vpmadd52huq zmm24, zmm3, zmm20
vpmadd52luq zmm12, zmm3, zmm20
vpmadd52huq zmm23, zmm5, zmm20
vpmadd52luq zmm14, zmm5, zmm20
vpmadd52huq zmm22, zmm7, zmm20
vpmadd52luq zmm16, zmm7, zmm20
vpbroadcastq zmm0, qword ptr [r10 + 320]
vpmadd52huq zmm24, zmm1, zmm0
vpmadd52luq zmm12, zmm1, zmm0
vpmadd52huq zmm23, zmm3, zmm0
vpmadd52luq zmm14, zmm3, zmm0
vpmadd52huq zmm22, zmm5, zmm0
vpmadd52luq zmm16, zmm5, zmm0
vpbroadcastq zmm15, qword ptr [r10 + 384]
vpmadd52huq zmm23, zmm1, zmm15
vpmadd52luq zmm14, zmm1, zmm15
vpmadd52huq zmm22, zmm3, zmm15
vpmadd52luq zmm16, zmm3, zmm15
vpbroadcastq zmm13, qword ptr [r10 + 448]
vpmadd52huq zmm22, zmm1, zmm13
vpmadd52luq zmm16, zmm1, zmm13
valignq zmm21, zmm21, zmm22, 7
valignq zmm17, zmm22, zmm23, 7
valignq zmm11, zmm23, zmm24, 7
valignq zmm18, zmm24, zmm25, 7
valignq zmm9, zmm25, zmm26, 7
valignq zmm19, zmm26, zmm27, 7
valignq zmm7, zmm27, zmm28, 7
valignq zmm20, zmm28, zmm29, 7
valignq zmm5, zmm29, zmm30, 7
vpaddq zmm29, zmm5, zmm2
vpaddq zmm28, zmm20, zmm4
vpaddq zmm27, zmm7, zmm6
vpaddq zmm26, zmm19, zmm8
vpaddq zmm25, zmm9, zmm10
vpaddq zmm24, zmm18, zmm12
vpaddq zmm23, zmm11, zmm14
vpaddq zmm22, zmm17, zmm16
sub r10, 8
dec r11d
jne 3b
vmovdqa64 zmmword ptr [rsi + 1344], zmm29
vmovdqa64 zmmword ptr [rsi + 1408], zmm28
vmovdqa64 zmmword ptr [rsi + 1472], zmm27
vmovdqa64 zmmword ptr [rsi + 1536], zmm26
vmovdqa64 zmmword ptr [rsi + 1600], zmm25
vmovdqa64 zmmword ptr [rsi + 1664], zmm24
vmovdqa64 zmmword ptr [rsi + 1728], zmm23
vmovdqa64 zmmword ptr [rsi + 1792], zmm22
vmovdqa64 zmm0, zmmword ptr [rsi + 1856]
vpaddq zmm1, zmm21, zmm0
vmovdqa64 zmmword ptr [rsi + 1856], zmm1
vmovdqa64 zmm0, zmmword ptr [rsi + 2560]
vpsrlq zmm1, zmm0, 52
vpandq zmm2, zmm1, zmmword ptr [r8 + 128]
vpandq zmm3, zmm0, zmm31
valignq zmm4, zmm2, zmm30, 7
vpaddq zmm5, zmm3, zmm4
vmovdqa64 zmmword ptr [rsi], zmm5
vmovdqa64 zmm6, zmmword ptr [rsi + 2624]
vpsrlq zmm7, zmm6, 52
vpandq zmm8, zmm6, zmm31
valignq zmm9, zmm7, zmm2, 7
vpaddq zmm10, zmm8, zmm9
vmovdqa64 zmmword ptr [rsi + 64], zmm10
vporq zmm11, zmm5, zmm10
vmovdqa64 zmm12, zmmword ptr [rsi + 2688]
vpsrlq zmm13, zmm12, 52
vpandq zmm14, zmm12, zmm31
valignq zmm15, zmm13, zmm7, 7
vpaddq zmm16, zmm14, zmm15
vmovdqa64 zmmword ptr [rsi + 128], zmm16
vporq zmm17, zmm11, zmm16
vmovdqa64 zmm18, zmmword ptr [rsi + 2752]
vpsrlq zmm19, zmm18, 52
vpandq zmm20, zmm18, zmm31
valignq zmm21, zmm19, zmm13, 7
vpaddq zmm22, zmm20, zmm21
vmovdqa64 zmmword ptr [rsi + 192], zmm22
vporq zmm23, zmm17, zmm22
vmovdqa64 zmm24, zmmword ptr [rsi + 2816]
vpsrlq zmm25, zmm24, 52
vpandq zmm26, zmm24, zmm31
valignq zmm27, zmm25, zmm19, 7
vpaddq zmm28, zmm26, zmm27
vmovdqa64 zmmword ptr [rsi + 256], zmm28
vporq zmm29, zmm23, zmm28
vmovdqa64 zmm1, zmmword ptr [rsi + 2880]
vpsrlq zmm0, zmm1, 52
vpandq zmm3, zmm1, zmm31
valignq zmm4, zmm0, zmm25, 7
vpaddq zmm6, zmm3, zmm4
vmovdqa64 zmmword ptr [rsi + 320], zmm6
vporq zmm2, zmm29, zmm6
vmovdqa64 zmm8, zmmword ptr [rsi + 2944]
vpsrlq zmm9, zmm8, 52
vpandq zmm5, zmm8, zmm31
valignq zmm10, zmm9, zmm0, 7
vpaddq zmm12, zmm5, zmm10
vmovdqa64 zmmword ptr [rsi + 384], zmm12
vporq zmm7, zmm2, zmm12
vmovdqa64 zmm14, zmmword ptr [rsi + 3008]
vpsrlq zmm15, zmm14, 52
vpandq zmm11, zmm14, zmm31
valignq zmm16, zmm15, zmm9, 7
vpaddq zmm18, zmm11, zmm16
vmovdqa64 zmmword ptr [rsi + 448], zmm18
vporq zmm13, zmm7, zmm18
vmovdqa64 zmm20, zmmword ptr [rsi + 3072]
vpsrlq zmm21, zmm20, 52
vpandq zmm17, zmm20, zmm31
valignq zmm22, zmm21, zmm15, 7
vpaddq zmm24, zmm17, zmm22
vmovdqa64 zmmword ptr [rsi + 512], zmm24
vporq zmm19, zmm13, zmm24
vmovdqa64 zmm26, zmmword ptr [rsi + 3136]
vpsrlq zmm27, zmm26, 52
vpandq zmm23, zmm26, zmm31
valignq zmm28, zmm27, zmm21, 7
vpaddq zmm1, zmm23, zmm28
vmovdqa64 zmmword ptr [rsi + 576], zmm1
vporq zmm25, zmm19, zmm1
vmovdqa64 zmm3, zmmword ptr [rsi + 3200]
vpsrlq zmm4, zmm3, 52
vpandq zmm29, zmm3, zmm31
valignq zmm6, zmm4, zmm27, 7
vpaddq zmm8, zmm29, zmm6
vmovdqa64 zmmword ptr [rsi + 640], zmm8
vporq zmm0, zmm25, zmm8
vmovdqa64 zmm5, zmmword ptr [rsi + 3264]
vpsrlq zmm10, zmm5, 52
vpandq zmm2, zmm5, zmm31
valignq zmm12, zmm10, zmm4, 7
vpaddq zmm14, zmm2, zmm12
vmovdqa64 zmmword ptr [rsi + 704], zmm14
vporq zmm9, zmm0, zmm14
vmovdqa64 zmm11, zmmword ptr [rsi + 3328]
vpsrlq zmm16, zmm11, 52
vpandq zmm7, zmm11, zmm31
valignq zmm18, zmm16, zmm10, 7
vpaddq zmm20, zmm7, zmm18
vmovdqa64 zmmword ptr [rsi + 768], zmm20
vporq zmm15, zmm9, zmm20
vmovdqa64 zmm17, zmmword ptr [rsi + 3392]
vpsrlq zmm22, zmm17, 52
vpandq zmm13, zmm17, zmm31
valignq zmm24, zmm22, zmm16, 7
vpaddq zmm26, zmm13, zmm24
vmovdqa64 zmmword ptr [rsi + 832], zmm26
vporq zmm21, zmm15, zmm26
vmovdqa64 zmm23, zmmword ptr [rsi + 3456]
vpsrlq zmm28, zmm23, 52
vpandq zmm19, zmm23, zmm31
valignq zmm1, zmm28, zmm22, 7
vpaddq zmm3, zmm19, zmm1
vmovdqa64 zmmword ptr [rsi + 896], zmm3
vporq zmm27, zmm21, zmm3
vmovdqa64 zmm29, zmmword ptr [rsi + 3520]
vpsrlq zmm6, zmm29, 52
vpandq zmm25, zmm29, zmm31
valignq zmm8, zmm6, zmm28, 7
vpaddq zmm5, zmm25, zmm8
vmovdqa64 zmmword ptr [rsi + 960], zmm5
vporq zmm4, zmm27, zmm5
vmovdqa64 zmm2, zmmword ptr [rsi + 3584]
vpsrlq zmm12, zmm2, 52
vpandq zmm0, zmm2, zmm31
valignq zmm14, zmm12, zmm6, 7
vpaddq zmm11, zmm0, zmm14
vmovdqa64 zmmword ptr [rsi + 1024], zmm11
vporq zmm10, zmm4, zmm11
vmovdqa64 zmm7, zmmword ptr [rsi + 3648]
vpsrlq zmm18, zmm7, 52
vpandq zmm9, zmm7, zmm31
valignq zmm20, zmm18, zmm12, 7
vpaddq zmm17, zmm9, zmm20
vmovdqa64 zmmword ptr [rsi + 1088], zmm17
vporq zmm16, zmm10, zmm17
vmovdqa64 zmm13, zmmword ptr [rsi + 3712]
vpsrlq zmm24, zmm13, 52
vpandq zmm15, zmm13, zmm31
valignq zmm26, zmm24, zmm18, 7
vpaddq zmm23, zmm15, zmm26
vmovdqa64 zmmword ptr [rsi + 1152], zmm23
vporq zmm22, zmm16, zmm23
vmovdqa64 zmm19, zmmword ptr [rsi + 3776]
vpsrlq zmm1, zmm19, 52
vpandq zmm21, zmm19, zmm31
valignq zmm3, zmm1, zmm24, 7
vpaddq zmm29, zmm21, zmm3
vmovdqa64 zmmword ptr [rsi + 1216], zmm29
vporq zmm28, zmm22, zmm29
vmovdqa64 zmm25, zmmword ptr [rsi + 3840]
vpsrlq zmm8, zmm25, 52
vpandq zmm27, zmm25, zmm31
valignq zmm5, zmm8, zmm1, 7
vpaddq zmm2, zmm27, zmm5
vmovdqa64 zmmword ptr [rsi + 1280], zmm2
vporq zmm6, zmm28, zmm2
vpcmpuq k0, zmm6, zmm31, 6
kortestb k0, k0
jne 7f
vpxorq zmm29, zmm29, zmm29
vpxorq zmm28, zmm28, zmm28
vpxorq zmm27, zmm27, zmm27
vpxorq zmm26, zmm26, zmm26
vpxorq zmm25, zmm25, zmm25
vpxorq zmm24, zmm24, zmm24
vpxorq zmm23, zmm23, zmm23
vpxorq zmm22, zmm22, zmm22
vpxorq zmm21, zmm21, zmm21
vpxorq zmm20, zmm20, zmm20
vpxorq zmm19, zmm19, zmm19
vpxorq zmm18, zmm18, zmm18
vpxorq zmm17, zmm17, zmm17
vpxorq zmm16, zmm16, zmm16
vpxorq zmm15, zmm15, zmm15
vpxorq zmm14, zmm14, zmm14
vpxorq zmm13, zmm13, zmm13
vpxorq zmm12, zmm12, zmm12
vpxorq zmm11, zmm11, zmm11
vpxorq zmm10, zmm10, zmm10
lea r10, [rsi + 48]
lea r11, [rdx + 640]
mov eax, 80
.p2align 4
4:
vpbroadcastq zmm0, qword ptr [r10]
vmovdqa64 zmm1, zmmword ptr [r11]
vpmadd52luq zmm29, zmm0, zmm1
vpmadd52huq zmm19, zmm0, zmm1
vmovdqa64 zmm2, zmmword ptr [r11 + 64]
vpmadd52luq zmm28, zmm0, zmm2
vpmadd52huq zmm18, zmm0, zmm2
vmovdqa64 zmm3, zmmword ptr [r11 + 128]
vpmadd52luq zmm27, zmm0, zmm3
vpmadd52huq zmm17, zmm0, zmm3
vmovdqa64 zmm4, zmmword ptr [r11 + 192]
vpmadd52luq zmm26, zmm0, zmm4
vpmadd52huq zmm16, zmm0, zmm4
vmovdqa64 zmm5, zmmword ptr [r11 + 256]
vpmadd52luq zmm25, zmm0, zmm5
vpmadd52huq zmm15, zmm0, zmm5
vmovdqa64 zmm6, zmmword ptr [r11 + 320]
vpmadd52luq zmm24, zmm0, zmm6
vpmadd52huq zmm14, zmm0, zmm6
vmovdqa64 zmm7, zmmword ptr [r11 + 384]
vpmadd52luq zmm23, zmm0, zmm7
vpmadd52huq zmm13, zmm0, zmm7
vmovdqa64 zmm8, zmmword ptr [r11 + 448]
vpmadd52luq zmm22, zmm0, zmm8
vpmadd52huq zmm12, zmm0, zmm8
vmovdqa64 zmm9, zmmword ptr [r11 + 512]
vpmadd52luq zmm21, zmm0, zmm9
vpmadd52huq zmm11, zmm0, zmm9
vmovdqa64 zmm1, zmmword ptr [r11 + 576]
vpmadd52luq zmm20, zmm0, zmm1
vpmadd52huq zmm10, zmm0, zmm1
vpbroadcastq zmm2, qword ptr [r10 + 8]
vmovdqa64 zmm3, zmmword ptr [r11 + 1280]
vpmadd52luq zmm29, zmm2, zmm3
vpmadd52huq zmm19, zmm2, zmm3
vmovdqa64 zmm4, zmmword ptr [r11 + 1344]
vpmadd52luq zmm28, zmm2, zmm4
vpmadd52huq zmm18, zmm2, zmm4
vmovdqa64 zmm5, zmmword ptr [r11 + 1408]
vpmadd52luq zmm27, zmm2, zmm5
vpmadd52huq zmm17, zmm2, zmm5
vmovdqa64 zmm6, zmmword ptr [r11 + 1472]
vpmadd52luq zmm26, zmm2, zmm6
vpmadd52huq zmm16, zmm2, zmm6
vmovdqa64 zmm7, zmmword ptr [r11 + 1536]
vpmadd52luq zmm25, zmm2, zmm7
vpmadd52huq zmm15, zmm2, zmm7
vmovdqa64 zmm8, zmmword ptr [r11 + 1600]
vpmadd52luq zmm24, zmm2, zmm8
vpmadd52huq zmm14, zmm2, zmm8
vmovdqa64 zmm9, zmmword ptr [r11 + 1664]
vpmadd52luq zmm23, zmm2, zmm9
vpmadd52huq zmm13, zmm2, zmm9
vmovdqa64 zmm0, zmmword ptr [r11 + 1728]
vpmadd52luq zmm22, zmm2, zmm0
vpmadd52huq zmm12, zmm2, zmm0
vmovdqa64 zmm1, zmmword ptr [r11 + 1792]
vpmadd52luq zmm21, zmm2, zmm1
vpmadd52huq zmm11, zmm2, zmm1
vmovdqa64 zmm3, zmmword ptr [r11 + 1856]
vpmadd52luq zmm20, zmm2, zmm3
vpmadd52huq zmm10, zmm2, zmm3
add r10, 16
add r11, 2560
dec eax
jne 4b
vmovdqa64 zmmword ptr [rsi + 4544], zmm29
vmovdqa64 zmmword ptr [rsi + 4608], zmm28
vmovdqa64 zmmword ptr [rsi + 4672], zmm27
vmovdqa64 zmmword ptr [rsi + 4736], zmm26
vmovdqa64 zmmword ptr [rsi + 4800], zmm25
vmovdqa64 zmmword ptr [rsi + 4864], zmm24
vmovdqa64 zmmword ptr [rsi + 4928], zmm23
vmovdqa64 zmmword ptr [rsi + 4992], zmm22
vmovdqa64 zmmword ptr [rsi + 5056], zmm21
vmovdqa64 zmmword ptr [rsi + 5120], zmm20
vmovdqa64 zmmword ptr [rsi + 5824], zmm19
vmovdqa64 zmmword ptr [rsi + 5888], zmm18
vmovdqa64 zmmword ptr [rsi + 5952], zmm17
vmovdqa64 zmmword ptr [rsi + 6016], zmm16
vmovdqa64 zmmword ptr [rsi + 6080], zmm15
vmovdqa64 zmmword ptr [rsi + 6144], zmm14
vmovdqa64 zmmword ptr [rsi + 6208], zmm13
vmovdqa64 zmmword ptr [rsi + 6272], zmm12
vmovdqa64 zmmword ptr [rsi + 6336], zmm11
vmovdqa64 zmmword ptr [rsi + 6400], zmm10
vpxorq zmm29, zmm29, zmm29
vpxorq zmm28, zmm28, zmm28
vpxorq zmm27, zmm27, zmm27
vpxorq zmm26, zmm26, zmm26
vpxorq zmm25, zmm25, zmm25
vpxorq zmm24, zmm24, zmm24
vpxorq zmm23, zmm23, zmm23
vpxorq zmm22, zmm22, zmm22
vpxorq zmm21, zmm21, zmm21
vpxorq zmm20, zmm20, zmm20
vpxorq zmm19, zmm19, zmm19
vpxorq zmm18, zmm18, zmm18
vpxorq zmm17, zmm17, zmm17
vpxorq zmm16, zmm16, zmm16
vpxorq zmm15, zmm15, zmm15
vpxorq zmm14, zmm14, zmm14
vpxorq zmm13, zmm13, zmm13
vpxorq zmm12, zmm12, zmm12
vpxorq zmm11, zmm11, zmm11
vpxorq zmm10, zmm10, zmm10
lea r10, [rsi + 48]
lea r11, [rdx + 0]
mov eax, 80
.p2align 4
4:
vpbroadcastq zmm0, qword ptr [r10]
vmovdqa64 zmm1, zmmword ptr [r11]
vpmadd52luq zmm29, zmm0, zmm1
vpmadd52huq zmm19, zmm0, zmm1
vmovdqa64 zmm2, zmmword ptr [r11 + 64]
vpmadd52luq zmm28, zmm0, zmm2
vpmadd52huq zmm18, zmm0, zmm2
vmovdqa64 zmm3, zmmword ptr [r11 + 128]
vpmadd52luq zmm27, zmm0, zmm3
vpmadd52huq zmm17, zmm0, zmm3
vmovdqa64 zmm4, zmmword ptr [r11 + 192]
vpmadd52luq zmm26, zmm0, zmm4
vpmadd52huq zmm16, zmm0, zmm4
vmovdqa64 zmm5, zmmword ptr [r11 + 256]
vpmadd52luq zmm25, zmm0, zmm5
vpmadd52huq zmm15, zmm0, zmm5
vmovdqa64 zmm6, zmmword ptr [r11 + 320]
vpmadd52luq zmm24, zmm0, zmm6
vpmadd52huq zmm14, zmm0, zmm6
vmovdqa64 zmm7, zmmword ptr [r11 + 384]
vpmadd52luq zmm23, zmm0, zmm7
vpmadd52huq zmm13, zmm0, zmm7
vmovdqa64 zmm8, zmmword ptr [r11 + 448]
vpmadd52luq zmm22, zmm0, zmm8
vpmadd52huq zmm12, zmm0, zmm8
vmovdqa64 zmm9, zmmword ptr [r11 + 512]
vpmadd52luq zmm21, zmm0, zmm9
vpmadd52huq zmm11, zmm0, zmm9
vmovdqa64 zmm1, zmmword ptr [r11 + 576]
vpmadd52luq zmm20, zmm0, zmm1
vpmadd52huq zmm10, zmm0, zmm1
vpbroadcastq zmm2, qword ptr [r10 + 8]
vmovdqa64 zmm3, zmmword ptr [r11 + 1280]
vpmadd52luq zmm29, zmm2, zmm3
vpmadd52huq zmm19, zmm2, zmm3
vmovdqa64 zmm4, zmmword ptr [r11 + 1344]
vpmadd52luq zmm28, zmm2, zmm4
vpmadd52huq zmm18, zmm2, zmm4
vmovdqa64 zmm5, zmmword ptr [r11 + 1408]
vpmadd52luq zmm27, zmm2, zmm5
vpmadd52huq zmm17, zmm2, zmm5
vmovdqa64 zmm6, zmmword ptr [r11 + 1472]
vpmadd52luq zmm26, zmm2, zmm6
vpmadd52huq zmm16, zmm2, zmm6
vmovdqa64 zmm7, zmmword ptr [r11 + 1536]
vpmadd52luq zmm25, zmm2, zmm7
vpmadd52huq zmm15, zmm2, zmm7
vmovdqa64 zmm8, zmmword ptr [r11 + 1600]
vpmadd52luq zmm24, zmm2, zmm8
vpmadd52huq zmm14, zmm2, zmm8
vmovdqa64 zmm9, zmmword ptr [r11 + 1664]
vpmadd52luq zmm23, zmm2, zmm9
vpmadd52huq zmm13, zmm2, zmm9
vmovdqa64 zmm0, zmmword ptr [r11 + 1728]
vpmadd52luq zmm22, zmm2, zmm0
vpmadd52huq zmm12, zmm2, zmm0
vmovdqa64 zmm1, zmmword ptr [r11 + 1792]
vpmadd52luq zmm21, zmm2, zmm1
vpmadd52huq zmm11, zmm2, zmm1
vmovdqa64 zmm3, zmmword ptr [r11 + 1856]
vpmadd52luq zmm20, zmm2, zmm3
vpmadd52huq zmm10, zmm2, zmm3
add r10, 16
add r11, 2560
dec eax
jne 4b
vmovdqa64 zmmword ptr [rsi + 3904], zmm29
vmovdqa64 zmmword ptr [rsi + 3968], zmm28
vmovdqa64 zmmword ptr [rsi + 4032], zmm27
vmovdqa64 zmmword ptr [rsi + 4096], zmm26
vmovdqa64 zmmword ptr [rsi + 4160], zmm25
vmovdqa64 zmmword ptr [rsi + 4224], zmm24
vmovdqa64 zmmword ptr [rsi + 4288], zmm23
vmovdqa64 zmmword ptr [rsi + 4352], zmm22
vmovdqa64 zmmword ptr [rsi + 4416], zmm21
vmovdqa64 zmmword ptr [rsi + 4480], zmm20
vmovdqa64 zmmword ptr [rsi + 5184], zmm19
vmovdqa64 zmmword ptr [rsi + 5248], zmm18
vmovdqa64 zmmword ptr [rsi + 5312], zmm17
vmovdqa64 zmmword ptr [rsi + 5376], zmm16
vmovdqa64 zmmword ptr [rsi + 5440], zmm15
vmovdqa64 zmmword ptr [rsi + 5504], zmm14
vmovdqa64 zmmword ptr [rsi + 5568], zmm13
vmovdqa64 zmmword ptr [rsi + 5632], zmm12
vmovdqa64 zmmword ptr [rsi + 5696], zmm11
vmovdqa64 zmmword ptr [rsi + 5760], zmm10
vmovdqa64 zmm0, zmmword ptr [rsi + 1344]
vmovdqa64 zmm1, zmmword ptr [rsi + 5184]
vmovdqa64 zmm2, zmmword ptr [rsi + 3904]
vpaddq zmm3, zmm0, zmm2
valignq zmm4, zmm1, zmm30, 7
vpaddq zmm5, zmm3, zmm4
vpsrlq zmm6, zmm5, 52
vpandq zmm7, zmm5, zmm31
valignq zmm8, zmm6, zmm30, 7
vpaddq zmm9, zmm7, zmm8
vmovdqa64 zmmword ptr [rdi], zmm9
vmovdqa64 zmm10, zmmword ptr [rsi + 1408]
vmovdqa64 zmm11, zmmword ptr [rsi + 5248]
vmovdqa64 zmm12, zmmword ptr [rsi + 3968]
vpaddq zmm13, zmm10, zmm12
valignq zmm14, zmm11, zmm1, 7
vpaddq zmm15, zmm13, zmm14
vpsrlq zmm16, zmm15, 52
vpandq zmm17, zmm15, zmm31
valignq zmm18, zmm16, zmm6, 7
vpaddq zmm19, zmm17, zmm18
vmovdqa64 zmmword ptr [rdi + 64], zmm19
vporq zmm20, zmm9, zmm19
vmovdqa64 zmm21, zmmword ptr [rsi + 1472]
vmovdqa64 zmm22, zmmword ptr [rsi + 5312]
vmovdqa64 zmm23, zmmword ptr [rsi + 4032]
vpaddq zmm24, zmm21, zmm23
valignq zmm25, zmm22, zmm11, 7
vpaddq zmm26, zmm24, zmm25
vpsrlq zmm27, zmm26, 52
vpandq zmm28, zmm26, zmm31
valignq zmm29, zmm27, zmm16, 7
vpaddq zmm0, zmm28, zmm29
vmovdqa64 zmmword ptr [rdi + 128], zmm0
vporq zmm2, zmm20, zmm0
vmovdqa64 zmm3, zmmword ptr [rsi + 1536]
vmovdqa64 zmm4, zmmword ptr [rsi + 5376]
vmovdqa64 zmm5, zmmword ptr [rsi + 4096]
vpaddq zmm7, zmm3, zmm5
valignq zmm8, zmm4, zmm22, 7
vpaddq zmm10, zmm7, zmm8
vpsrlq zmm12, zmm10, 52
vpandq zmm1, zmm10, zmm31
valignq zmm13, zmm12, zmm27, 7
vpaddq zmm14, zmm1, zmm13
vmovdqa64 zmmword ptr [rdi + 192], zmm14
vporq zmm15, zmm2, zmm14
vmovdqa64 zmm6, zmmword ptr [rsi + 1600]
vmovdqa64 zmm17, zmmword ptr [rsi + 5440]
vmovdqa64 zmm18, zmmword ptr [rsi + 4160]
vpaddq zmm9, zmm6, zmm18
valignq zmm19, zmm17, zmm4, 7
vpaddq zmm21, zmm9, zmm19
vpsrlq zmm23, zmm21, 52
vpandq zmm11, zmm21, zmm31
valignq zmm24, zmm23, zmm12, 7
vpaddq zmm25, zmm11, zmm24
vmovdqa64 zmmword ptr [rdi + 256], zmm25
vporq zmm26, zmm15, zmm25
vmovdqa64 zmm16, zmmword ptr [rsi + 1664]
vmovdqa64 zmm28, zmmword ptr [rsi + 5504]
vmovdqa64 zmm29, zmmword ptr [rsi + 4224]
vpaddq zmm20, zmm16, zmm29
valignq zmm0, zmm28, zmm17, 7
vpaddq zmm3, zmm20, zmm0
vpsrlq zmm5, zmm3, 52
vpandq zmm22, zmm3, zmm31
valignq zmm7, zmm5, zmm23, 7
vpaddq zmm8, zmm22, zmm7
vmovdqa64 zmmword ptr [rdi + 320], zmm8
vporq zmm10, zmm26, zmm8
vmovdqa64 zmm27, zmmword ptr [rsi + 1728]
vmovdqa64 zmm1, zmmword ptr [rsi + 5568]
vmovdqa64 zmm13, zmmword ptr [rsi + 4288]
vpaddq zmm2, zmm27, zmm13
valignq zmm14, zmm1, zmm28, 7
vpaddq zmm6, zmm2, zmm14
vpsrlq zmm18, zmm6, 52
vpandq zmm4, zmm6, zmm31
valignq zmm9, zmm18, zmm5, 7
vpaddq zmm19, zmm4, zmm9
vmovdqa64 zmmword ptr [rdi + 384], zmm19
vporq zmm21, zmm10, zmm19
vmovdqa64 zmm12, zmmword ptr [rsi + 1792]
vmovdqa64 zmm11, zmmword ptr [rsi + 5632]
vmovdqa64 zmm24, zmmword ptr [rsi + 4352]
vpaddq zmm15, zmm12, zmm24
valignq zmm25, zmm11, zmm1, 7
vpaddq zmm16, zmm15, zmm25
vpsrlq zmm29, zmm16, 52
vpandq zmm17, zmm16, zmm31
valignq zmm20, zmm29, zmm18, 7
vpaddq zmm0, zmm17, zmm20
vmovdqa64 zmmword ptr [rdi + 448], zmm0
vporq zmm3, zmm21, zmm0
vmovdqa64 zmm23, zmmword ptr [rsi + 1856]
vmovdqa64 zmm22, zmmword ptr [rsi + 5696]
vmovdqa64 zmm7, zmmword ptr [rsi + 4416]
vpaddq zmm26, zmm23, zmm7
valignq zmm8, zmm22, zmm11, 7
vpaddq zmm27, zmm26, zmm8
vpsrlq zmm13, zmm27, 52
vpandq zmm28, zmm27, zmm31
valignq zmm2, zmm13, zmm29, 7
vpaddq zmm14, zmm28, zmm2
vmovdqa64 zmmword ptr [rdi + 512], zmm14
vporq zmm6, zmm3, zmm14
vmovdqa64 zmm5, zmmword ptr [rsi + 1920]
vmovdqa64 zmm4, zmmword ptr [rsi + 5760]
vmovdqa64 zmm9, zmmword ptr [rsi + 4480]
vpaddq zmm10, zmm5, zmm9
valignq zmm19, zmm4, zmm22, 7
vpaddq zmm12, zmm10, zmm19
vpsrlq zmm24, zmm12, 52
vpandq zmm1, zmm12, zmm31
valignq zmm15, zmm24, zmm13, 7
vpaddq zmm25, zmm1, zmm15
vmovdqa64 zmmword ptr [rdi + 576], zmm25
vporq zmm16, zmm6, zmm25
vmovdqa64 zmm18, zmmword ptr [rsi + 1984]
vmovdqa64 zmm17, zmmword ptr [rsi + 5824]
vmovdqa64 zmm20, zmmword ptr [rsi + 4544]
vpaddq zmm21, zmm18, zmm20
valignq zmm0, zmm17, zmm4, 7
vpaddq zmm23, zmm21, zmm0
vpsrlq zmm7, zmm23, 52
vpandq zmm11, zmm23, zmm31
valignq zmm26, zmm7, zmm24, 7
vpaddq zmm8, zmm11, zmm26
vmovdqa64 zmmword ptr [rdi + 640], zmm8
vporq zmm27, zmm16, zmm8
vmovdqa64 zmm29, zmmword ptr [rsi + 2048]
vmovdqa64 zmm28, zmmword ptr [rsi + 5888]
vmovdqa64 zmm2, zmmword ptr [rsi + 4608]
vpaddq zmm3, zmm29, zmm2
valignq zmm14, zmm28, zmm17, 7
vpaddq zmm5, zmm3, zmm14
vpsrlq zmm9, zmm5, 52
vpandq zmm22, zmm5, zmm31
valignq zmm10, zmm9, zmm7, 7
vpaddq zmm19, zmm22, zmm10
vmovdqa64 zmmword ptr [rdi + 704], zmm19
vporq zmm12, zmm27, zmm19
vmovdqa64 zmm13, zmmword ptr [rsi + 2112]
vmovdqa64 zmm1, zmmword ptr [rsi + 5952]
vmovdqa64 zmm15, zmmword ptr [rsi + 4672]
vpaddq zmm6, zmm13, zmm15
valignq zmm25, zmm1, zmm28, 7
vpaddq zmm18, zmm6, zmm25
vpsrlq zmm20, zmm18, 52
vpandq zmm4, zmm18, zmm31
valignq zmm21, zmm20, zmm9, 7
vpaddq zmm0, zmm4, zmm21
vmovdqa64 zmmword ptr [rdi + 768], zmm0
vporq zmm23, zmm12, zmm0
vmovdqa64 zmm24, zmmword ptr [rsi + 2176]
vmovdqa64 zmm11, zmmword ptr [rsi + 6016]
vmovdqa64 zmm26, zmmword ptr [rsi + 4736]
vpaddq zmm16, zmm24, zmm26
valignq zmm8, zmm11, zmm1, 7
vpaddq zmm29, zmm16, zmm8
vpsrlq zmm2, zmm29, 52
vpandq zmm17, zmm29, zmm31
valignq zmm3, zmm2, zmm20, 7
vpaddq zmm14, zmm17, zmm3
vmovdqa64 zmmword ptr [rdi + 832], zmm14
vporq zmm5, zmm23, zmm14
vmovdqa64 zmm7, zmmword ptr [rsi + 2240]
vmovdqa64 zmm22, zmmword ptr [rsi + 6080]
vmovdqa64 zmm10, zmmword ptr [rsi + 4800]
vpaddq zmm27, zmm7, zmm10
valignq zmm19, zmm22, zmm11, 7
vpaddq zmm13, zmm27, zmm19
vpsrlq zmm15, zmm13, 52
vpandq zmm28, zmm13, zmm31
valignq zmm6, zmm15, zmm2, 7
vpaddq zmm25, zmm28, zmm6
vmovdqa64 zmmword ptr [rdi + 896], zmm25
vporq zmm18, zmm5, zmm25
vmovdqa64 zmm9, zmmword ptr [rsi + 2304]
vmovdqa64 zmm4, zmmword ptr [rsi + 6144]
vmovdqa64 zmm21, zmmword ptr [rsi + 4864]
vpaddq zmm12, zmm9, zmm21
valignq zmm0, zmm4, zmm22, 7
vpaddq zmm24, zmm12, zmm0
vpsrlq zmm26, zmm24, 52
vpandq zmm1, zmm24, zmm31
valignq zmm16, zmm26, zmm15, 7
vpaddq zmm8, zmm1, zmm16
vmovdqa64 zmmword ptr [rdi + 960], zmm8
vporq zmm29, zmm18, zmm8
vmovdqa64 zmm20, zmmword ptr [rsi + 2368]
vmovdqa64 zmm17, zmmword ptr [rsi + 6208]
vmovdqa64 zmm3, zmmword ptr [rsi + 4928]
vpaddq zmm23, zmm20, zmm3
valignq zmm14, zmm17, zmm4, 7
vpaddq zmm7, zmm23, zmm14
vpsrlq zmm10, zmm7, 52
vpandq zmm11, zmm7, zmm31
valignq zmm27, zmm10, zmm26, 7
vpaddq zmm19, zmm11, zmm27
vmovdqa64 zmmword ptr [rdi + 1024], zmm19
vporq zmm13, zmm29, zmm19
vmovdqa64 zmm2, zmmword ptr [rsi + 2432]
vmovdqa64 zmm28, zmmword ptr [rsi + 6272]
vmovdqa64 zmm6, zmmword ptr [rsi + 4992]
vpaddq zmm5, zmm2, zmm6
valignq zmm25, zmm28, zmm17, 7
vpaddq zmm9, zmm5, zmm25
vpsrlq zmm21, zmm9, 52
vpandq zmm22, zmm9, zmm31
valignq zmm12, zmm21, zmm10, 7
vpaddq zmm0, zmm22, zmm12
vmovdqa64 zmmword ptr [rdi + 1088], zmm0
vporq zmm24, zmm13, zmm0
vmovdqa64 zmm15, zmmword ptr [rsi + 2496]
vmovdqa64 zmm1, zmmword ptr [rsi + 6336]
vmovdqa64 zmm16, zmmword ptr [rsi + 5056]
vpaddq zmm18, zmm15, zmm16
valignq zmm8, zmm1, zmm28, 7
vpaddq zmm20, zmm18, zmm8
vpsrlq zmm3, zmm20, 52
vpandq zmm4, zmm20, zmm31
valignq zmm23, zmm3, zmm21, 7
vpaddq zmm14, zmm4, zmm23
vmovdqa64 zmmword ptr [rdi + 1152], zmm14
vporq zmm7, zmm24, zmm14
vmovdqa64 zmm26, zmmword ptr [rsi + 2560]
vpandq zmm11, zmm26, zmmword ptr [r8 + 192]
vmovdqa64 zmm27, zmmword ptr [rsi + 6400]
vmovdqa64 zmm29, zmmword ptr [rsi + 5120]
vpaddq zmm19, zmm11, zmm29
valignq zmm2, zmm27, zmm1, 7
vpaddq zmm6, zmm19, zmm2
vpsrlq zmm17, zmm6, 52
vpandq zmm5, zmm6, zmm31
valignq zmm25, zmm17, zmm3, 7
vpaddq zmm9, zmm5, zmm25
vmovdqa64 zmmword ptr [rdi + 1216], zmm9
vporq zmm10, zmm7, zmm9
vpcmpuq k0, zmm10, zmm31, 6
dec rcx
kortestb k0, k0
jne 8f
test rcx, rcx
jne 2b
xor eax, eax
jmp 6f
7:
mov eax, 1
jmp 6f
8:
mov eax, 2
6:
mov rdx, rcx
vzeroupper
ret
.p2align 6
9:
# The squares of four limbs, low and high halves side by side: limbs 0 .. 3, limbs 4 .. 7.
.quad 0, 8, 1, 9, 2, 10, 3, 11
.quad 4, 12, 5, 13, 6, 14, 7, 15
# The lanes of vector F div 8 from the fold upwards, and those below.
.quad 0, 0, 0, 0, 0, 0, -1, -1
.quad -1, -1, -1, -1, -1, -1, 0, 0
