# a = a*b, 1024 bits, straight-line. Written by generate.py: change that instead.
# bits 1024 limbs 21 value_bits 1081 rows 22 scratch_blocks 4
vpternlogq zmm31, zmm31, zmm31, 255
vpsrlq zmm31, zmm31, 12
vpxorq zmm30, zmm30, zmm30
mov r9, r8
add rdx, 2112
lea r8, [rip + 9f]
vmovdqa64 zmm29, zmmword ptr [rdi]
vmovdqa64 zmm28, zmmword ptr [rdi + 64]
vmovdqa64 zmm27, zmmword ptr [rdi + 128]
.p2align 6
2:
vpbroadcastq zmm0, qword ptr [r9 + 64]
vpxorq zmm1, zmm1, zmm1
vpxorq zmm2, zmm2, zmm2
vpxorq zmm3, zmm3, zmm3
vpbroadcastq zmm4, qword ptr [r9]
vpxorq zmm5, zmm5, zmm5
vpbroadcastq zmm6, qword ptr [r9 + 128]
vpmadd52luq zmm1, zmm29, zmm6
vpmadd52luq zmm2, zmm29, zmm0
vpmadd52luq zmm3, zmm28, zmm6
vpmadd52luq zmm1, zmm28, zmm0
vpmadd52luq zmm5, zmm27, zmm6
vpmadd52luq zmm2, zmm28, zmm4
vpmadd52luq zmm3, zmm27, zmm0
vpmadd52luq zmm1, zmm27, zmm4
vpbroadcastq zmm7, qword ptr [r9 + 72]
vpxorq zmm8, zmm8, zmm8
vpxorq zmm9, zmm9, zmm9
vpxorq zmm10, zmm10, zmm10
vpxorq zmm11, zmm11, zmm11
vpbroadcastq zmm12, qword ptr [r9 + 136]
vpmadd52luq zmm8, zmm29, zmm12
vpbroadcastq zmm13, qword ptr [r9 + 8]
vpmadd52luq zmm9, zmm29, zmm7
vpmadd52luq zmm10, zmm28, zmm12
vpmadd52huq zmm8, zmm29, zmm6
vpmadd52huq zmm9, zmm29, zmm0
vpmadd52luq zmm8, zmm28, zmm7
vpmadd52huq zmm10, zmm28, zmm6
vpmadd52luq zmm11, zmm27, zmm12
vpmadd52huq zmm8, zmm28, zmm0
vpmadd52luq zmm9, zmm28, zmm13
vpmadd52luq zmm10, zmm27, zmm7
vpmadd52luq zmm8, zmm27, zmm13
vpmadd52huq zmm11, zmm27, zmm6
vpmadd52huq zmm9, zmm28, zmm4
vpmadd52huq zmm10, zmm27, zmm0
vpmadd52huq zmm8, zmm27, zmm4
vpbroadcastq zmm14, qword ptr [r9 + 80]
vpxorq zmm15, zmm15, zmm15
valignq zmm16, zmm9, zmm30, 7
vpxorq zmm17, zmm17, zmm17
vpxorq zmm18, zmm18, zmm18
vpxorq zmm19, zmm19, zmm19
vpbroadcastq zmm20, qword ptr [r9 + 144]
vpmadd52luq zmm15, zmm29, zmm20
vpbroadcastq zmm21, qword ptr [r9 + 16]
valignq zmm22, zmm8, zmm9, 7
vpmadd52luq zmm17, zmm29, zmm14
vpmadd52luq zmm18, zmm28, zmm20
vpmadd52huq zmm15, zmm29, zmm12
valignq zmm23, zmm10, zmm8, 7
vpmadd52huq zmm17, zmm29, zmm7
vpmadd52luq zmm15, zmm28, zmm14
vpmadd52huq zmm18, zmm28, zmm12
vpmadd52luq zmm19, zmm27, zmm20
valignq zmm24, zmm11, zmm10, 7
vpmadd52huq zmm15, zmm28, zmm7
vpmadd52luq zmm17, zmm28, zmm21
vpmadd52luq zmm18, zmm27, zmm14
vpmadd52luq zmm15, zmm27, zmm21
valignq zmm25, zmm30, zmm11, 7
vpmadd52huq zmm19, zmm27, zmm12
vpmadd52huq zmm17, zmm28, zmm13
vpmadd52huq zmm18, zmm27, zmm7
vpmadd52huq zmm15, zmm27, zmm13
vpbroadcastq zmm26, qword ptr [r9 + 88]
vpxorq zmm6, zmm6, zmm6
valignq zmm0, zmm17, zmm30, 6
vpxorq zmm4, zmm4, zmm4
vpxorq zmm9, zmm9, zmm9
vpaddq zmm2, zmm2, zmm16
vpxorq zmm8, zmm8, zmm8
vpbroadcastq zmm10, qword ptr [r9 + 152]
vpmadd52luq zmm6, zmm29, zmm10
vpbroadcastq zmm11, qword ptr [r9 + 24]
valignq zmm12, zmm15, zmm17, 6
vpmadd52luq zmm4, zmm29, zmm26
vpmadd52luq zmm9, zmm28, zmm10
vpmadd52huq zmm6, zmm29, zmm20
vpaddq zmm1, zmm1, zmm22
valignq zmm7, zmm18, zmm15, 6
vpmadd52huq zmm4, zmm29, zmm14
vpmadd52luq zmm6, zmm28, zmm26
vpmadd52huq zmm9, zmm28, zmm20
vpmadd52luq zmm8, zmm27, zmm10
vpaddq zmm3, zmm3, zmm23
valignq zmm13, zmm19, zmm18, 6
vpmadd52huq zmm6, zmm28, zmm14
vpmadd52luq zmm4, zmm28, zmm11
vpmadd52luq zmm9, zmm27, zmm26
vpmadd52luq zmm6, zmm27, zmm11
valignq zmm16, zmm30, zmm19, 6
vpmadd52huq zmm8, zmm27, zmm20
vpaddq zmm5, zmm5, zmm24
vpmadd52huq zmm4, zmm28, zmm21
vpmadd52huq zmm9, zmm27, zmm14
vpmadd52huq zmm6, zmm27, zmm21
vpbroadcastq zmm17, qword ptr [r9 + 96]
vpxorq zmm22, zmm22, zmm22
valignq zmm15, zmm4, zmm30, 5
vpxorq zmm23, zmm23, zmm23
vpxorq zmm18, zmm18, zmm18
vpaddq zmm2, zmm2, zmm0
vpxorq zmm19, zmm19, zmm19
vpbroadcastq zmm20, qword ptr [r9 + 160]
vpmadd52luq zmm22, zmm29, zmm20
vpbroadcastq zmm24, qword ptr [r9 + 32]
valignq zmm14, zmm6, zmm4, 5
vpmadd52luq zmm23, zmm29, zmm17
vpmadd52luq zmm18, zmm28, zmm20
vpaddq zmm1, zmm1, zmm12
vpmadd52huq zmm22, zmm29, zmm10
valignq zmm21, zmm9, zmm6, 5
vpmadd52huq zmm23, zmm29, zmm26
vpmadd52luq zmm22, zmm28, zmm17
vpmadd52huq zmm18, zmm28, zmm10
vpmadd52luq zmm19, zmm27, zmm20
vpaddq zmm3, zmm3, zmm7
valignq zmm0, zmm8, zmm9, 5
vpmadd52huq zmm22, zmm28, zmm26
vpaddq zmm5, zmm5, zmm13
vpmadd52luq zmm23, zmm28, zmm24
vpmadd52luq zmm18, zmm27, zmm17
vpmadd52luq zmm22, zmm27, zmm24
valignq zmm4, zmm30, zmm8, 5
vpmadd52huq zmm19, zmm27, zmm10
vpaddq zmm25, zmm25, zmm16
vpmadd52huq zmm23, zmm28, zmm11
vpmadd52huq zmm18, zmm27, zmm26
vpmadd52huq zmm22, zmm27, zmm11
vpxorq zmm12, zmm12, zmm12
vpbroadcastq zmm6, qword ptr [r9 + 104]
valignq zmm7, zmm23, zmm30, 4
vpxorq zmm9, zmm9, zmm9
vpxorq zmm13, zmm13, zmm13
vpaddq zmm2, zmm2, zmm15
vpmadd52huq zmm12, zmm29, zmm20
vpxorq zmm8, zmm8, zmm8
valignq zmm10, zmm22, zmm23, 4
vpmadd52luq zmm9, zmm29, zmm6
vpaddq zmm1, zmm1, zmm14
vpbroadcastq zmm16, qword ptr [r9 + 40]
vpmadd52huq zmm13, zmm28, zmm20
vpmadd52luq zmm12, zmm28, zmm6
valignq zmm26, zmm18, zmm22, 4
vpmadd52huq zmm9, zmm29, zmm17
vpaddq zmm3, zmm3, zmm21
vpmadd52huq zmm12, zmm28, zmm17
vpmadd52luq zmm13, zmm27, zmm6
valignq zmm11, zmm19, zmm18, 4
vpaddq zmm5, zmm5, zmm0
vpmadd52luq zmm9, zmm28, zmm16
vpmadd52luq zmm12, zmm27, zmm16
vpmadd52huq zmm8, zmm27, zmm20
valignq zmm15, zmm30, zmm19, 4
vpaddq zmm25, zmm25, zmm4
vpmadd52huq zmm13, zmm27, zmm17
vpmadd52huq zmm9, zmm28, zmm24
vpmadd52huq zmm12, zmm27, zmm24
vpbroadcastq zmm23, qword ptr [r9 + 112]
valignq zmm14, zmm9, zmm30, 3
vpxorq zmm22, zmm22, zmm22
vpxorq zmm21, zmm21, zmm21
vpaddq zmm2, zmm2, zmm7
vpxorq zmm18, zmm18, zmm18
valignq zmm0, zmm12, zmm9, 3
vpmadd52luq zmm22, zmm29, zmm23
vpmadd52luq zmm21, zmm28, zmm23
vpaddq zmm1, zmm1, zmm10
vpbroadcastq zmm20, qword ptr [r9 + 48]
valignq zmm19, zmm13, zmm12, 3
vpmadd52huq zmm22, zmm29, zmm6
vpmadd52huq zmm21, zmm28, zmm6
vpmadd52luq zmm18, zmm27, zmm23
vpaddq zmm3, zmm3, zmm26
valignq zmm4, zmm8, zmm13, 3
vpaddq zmm5, zmm5, zmm11
vpmadd52luq zmm22, zmm28, zmm20
vpmadd52luq zmm21, zmm27, zmm20
valignq zmm17, zmm30, zmm8, 3
vpmadd52huq zmm18, zmm27, zmm6
vpaddq zmm25, zmm25, zmm15
vpmadd52huq zmm22, zmm28, zmm16
vpmadd52huq zmm21, zmm27, zmm16
vpbroadcastq zmm24, qword ptr [r9 + 120]
vpxorq zmm7, zmm7, zmm7
vpxorq zmm9, zmm9, zmm9
valignq zmm10, zmm22, zmm30, 2
vpaddq zmm2, zmm2, zmm14
vpxorq zmm12, zmm12, zmm12
vpmadd52luq zmm7, zmm29, zmm24
vpmadd52luq zmm9, zmm28, zmm24
vpaddq zmm1, zmm1, zmm0
valignq zmm26, zmm21, zmm22, 2
vpbroadcastq zmm13, qword ptr [r9 + 56]
vpmadd52huq zmm7, zmm29, zmm23
vpmadd52huq zmm9, zmm28, zmm23
vpmadd52luq zmm12, zmm27, zmm24
vpaddq zmm3, zmm3, zmm19
valignq zmm11, zmm18, zmm21, 2
vpaddq zmm5, zmm5, zmm4
vpmadd52luq zmm7, zmm28, zmm13
vpmadd52luq zmm9, zmm27, zmm13
valignq zmm8, zmm30, zmm18, 2
vpmadd52huq zmm12, zmm27, zmm23
vpaddq zmm25, zmm25, zmm17
vpmadd52huq zmm7, zmm28, zmm20
vpmadd52huq zmm9, zmm27, zmm20
valignq zmm6, zmm7, zmm30, 1
vpaddq zmm2, zmm2, zmm10
vpxorq zmm15, zmm15, zmm15
vpxorq zmm16, zmm16, zmm16
vpxorq zmm14, zmm14, zmm14
valignq zmm0, zmm9, zmm7, 1
vpaddq zmm1, zmm1, zmm26
vpmadd52huq zmm15, zmm29, zmm24
vpmadd52huq zmm16, zmm28, zmm24
valignq zmm22, zmm12, zmm9, 1
vpaddq zmm3, zmm3, zmm11
vpmadd52huq zmm14, zmm27, zmm24
valignq zmm19, zmm30, zmm12, 1
vpmadd52huq zmm15, zmm28, zmm13
vpmadd52huq zmm16, zmm27, zmm13
vpaddq zmm5, zmm5, zmm8
vpaddq zmm2, zmm2, zmm6
vpaddq zmm1, zmm1, zmm0
vpaddq zmm3, zmm3, zmm22
vpaddq zmm5, zmm5, zmm19
vpaddq zmm1, zmm1, zmm15
vpaddq zmm3, zmm3, zmm16
vpaddq zmm5, zmm5, zmm14
vpsrlq zmm21, zmm1, 52
vpandq zmm4, zmm21, zmmword ptr [r8 + 128]
vpandq zmm18, zmm1, zmm31
valignq zmm23, zmm4, zmm30, 7
vpaddq zmm17, zmm18, zmm23
vmovdqa64 zmmword ptr [rsi], zmm17
vpsrlq zmm20, zmm3, 52
vpandq zmm10, zmm3, zmm31
valignq zmm7, zmm20, zmm4, 7
vpaddq zmm26, zmm10, zmm7
vmovdqa64 zmmword ptr [rsi + 64], zmm26
vporq zmm9, zmm17, zmm26
vpsrlq zmm11, zmm5, 52
vpandq zmm24, zmm5, zmm31
valignq zmm12, zmm11, zmm20, 7
vpaddq zmm28, zmm24, zmm12
vmovdqa64 zmmword ptr [rsi + 128], zmm28
vporq zmm27, zmm9, zmm28
vpsrlq zmm13, zmm25, 52
vpandq zmm8, zmm25, zmm31
valignq zmm6, zmm13, zmm11, 7
vpaddq zmm0, zmm8, zmm6
vmovdqa64 zmmword ptr [rsi + 192], zmm0
vporq zmm22, zmm27, zmm0
vpcmpuq k0, zmm22, zmm31, 6
vpandq zmm19, zmm1, zmmword ptr [r8 + 192]
vpbroadcastq zmm15, qword ptr [r9]
vpxorq zmm16, zmm16, zmm16
vpmadd52luq zmm16, zmm29, zmm15
vpxorq zmm14, zmm14, zmm14
vpbroadcastq zmm21, qword ptr [r9 + 8]
vpmadd52luq zmm14, zmm29, zmm21
vpmadd52huq zmm14, zmm29, zmm15
vpxorq zmm18, zmm18, zmm18
valignq zmm23, zmm14, zmm30, 7
vpbroadcastq zmm3, qword ptr [r9 + 16]
vpmadd52luq zmm18, zmm29, zmm3
valignq zmm4, zmm30, zmm14, 7
vpmadd52huq zmm18, zmm29, zmm21
vpxorq zmm10, zmm10, zmm10
valignq zmm7, zmm18, zmm30, 6
vpbroadcastq zmm17, qword ptr [r9 + 24]
vpaddq zmm16, zmm16, zmm23
vpmadd52luq zmm10, zmm29, zmm17
valignq zmm26, zmm30, zmm18, 6
vpaddq zmm2, zmm2, zmm4
vpmadd52huq zmm10, zmm29, zmm3
vpxorq zmm5, zmm5, zmm5
valignq zmm20, zmm10, zmm30, 5
vpbroadcastq zmm24, qword ptr [r9 + 32]
vpaddq zmm16, zmm16, zmm7
vpmadd52luq zmm5, zmm29, zmm24
valignq zmm12, zmm30, zmm10, 5
vpaddq zmm2, zmm2, zmm26
vpmadd52huq zmm5, zmm29, zmm17
vpxorq zmm9, zmm9, zmm9
valignq zmm28, zmm5, zmm30, 4
vpbroadcastq zmm25, qword ptr [r9 + 40]
vpaddq zmm16, zmm16, zmm20
vpmadd52luq zmm9, zmm29, zmm25
valignq zmm11, zmm30, zmm5, 4
vpaddq zmm2, zmm2, zmm12
vpmadd52huq zmm9, zmm29, zmm24
vpxorq zmm13, zmm13, zmm13
valignq zmm8, zmm9, zmm30, 3
vpbroadcastq zmm6, qword ptr [r9 + 48]
vpaddq zmm16, zmm16, zmm28
vpmadd52luq zmm13, zmm29, zmm6
valignq zmm27, zmm30, zmm9, 3
vpaddq zmm2, zmm2, zmm11
vpmadd52huq zmm13, zmm29, zmm25
vpxorq zmm0, zmm0, zmm0
valignq zmm22, zmm13, zmm30, 2
vpbroadcastq zmm1, qword ptr [r9 + 56]
vpaddq zmm16, zmm16, zmm8
vpmadd52luq zmm0, zmm29, zmm1
valignq zmm15, zmm30, zmm13, 2
vpaddq zmm2, zmm2, zmm27
vpmadd52huq zmm0, zmm29, zmm6
valignq zmm14, zmm0, zmm30, 1
vpxorq zmm21, zmm21, zmm21
vpaddq zmm16, zmm16, zmm22
valignq zmm23, zmm30, zmm0, 1
vpaddq zmm2, zmm2, zmm15
vpmadd52huq zmm21, zmm29, zmm1
vpaddq zmm16, zmm16, zmm14
vpaddq zmm2, zmm2, zmm23
vpaddq zmm2, zmm2, zmm21
kortestb k0, k0
jne 7f
vpbroadcastq zmm18, qword ptr [rsi + 32]
vmovdqa64 zmm4, zmmword ptr [rdx - 2112]
vpxorq zmm3, zmm3, zmm3
vpmadd52luq zmm3, zmm18, zmm4
vpxorq zmm7, zmm7, zmm7
vpmadd52huq zmm7, zmm18, zmm4
vmovdqa64 zmm10, zmmword ptr [rdx - 2048]
vpxorq zmm26, zmm26, zmm26
vpmadd52luq zmm26, zmm18, zmm10
vpxorq zmm17, zmm17, zmm17
vpmadd52huq zmm17, zmm18, zmm10
vmovdqa64 zmm20, zmmword ptr [rdx - 1984]
vpxorq zmm5, zmm5, zmm5
vpmadd52luq zmm5, zmm18, zmm20
vpxorq zmm12, zmm12, zmm12
vpmadd52huq zmm12, zmm18, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 40]
vmovdqa64 zmm28, zmmword ptr [rdx - 1920]
vpxorq zmm9, zmm9, zmm9
vpmadd52luq zmm9, zmm24, zmm28
vpxorq zmm11, zmm11, zmm11
vpmadd52huq zmm11, zmm24, zmm28
vmovdqa64 zmm25, zmmword ptr [rdx - 1856]
vpxorq zmm8, zmm8, zmm8
vpmadd52luq zmm8, zmm24, zmm25
vpxorq zmm13, zmm13, zmm13
vpmadd52huq zmm13, zmm24, zmm25
vmovdqa64 zmm27, zmmword ptr [rdx - 1792]
vpxorq zmm6, zmm6, zmm6
vpmadd52luq zmm6, zmm24, zmm27
vpxorq zmm22, zmm22, zmm22
vpmadd52huq zmm22, zmm24, zmm27
vpbroadcastq zmm0, qword ptr [rsi + 48]
vmovdqa64 zmm15, zmmword ptr [rdx - 1728]
vpmadd52luq zmm3, zmm0, zmm15
vpmadd52huq zmm7, zmm0, zmm15
vmovdqa64 zmm29, zmmword ptr [rdx - 1664]
vpmadd52luq zmm26, zmm0, zmm29
vpmadd52huq zmm17, zmm0, zmm29
vmovdqa64 zmm1, zmmword ptr [rdx - 1600]
vpmadd52luq zmm5, zmm0, zmm1
vpmadd52huq zmm12, zmm0, zmm1
vpbroadcastq zmm14, qword ptr [rsi + 56]
vmovdqa64 zmm23, zmmword ptr [rdx - 1536]
vpmadd52luq zmm9, zmm14, zmm23
vpmadd52huq zmm11, zmm14, zmm23
vmovdqa64 zmm21, zmmword ptr [rdx - 1472]
vpmadd52luq zmm8, zmm14, zmm21
vpmadd52huq zmm13, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 1408]
vpmadd52luq zmm6, zmm14, zmm4
vpmadd52huq zmm22, zmm14, zmm4
vpbroadcastq zmm10, qword ptr [rsi + 64]
vmovdqa64 zmm18, zmmword ptr [rdx - 1344]
vpmadd52luq zmm3, zmm10, zmm18
vpmadd52huq zmm7, zmm10, zmm18
vmovdqa64 zmm20, zmmword ptr [rdx - 1280]
vpmadd52luq zmm26, zmm10, zmm20
vpmadd52huq zmm17, zmm10, zmm20
vmovdqa64 zmm28, zmmword ptr [rdx - 1216]
vpmadd52luq zmm5, zmm10, zmm28
vpmadd52huq zmm12, zmm10, zmm28
vpbroadcastq zmm25, qword ptr [rsi + 72]
vmovdqa64 zmm24, zmmword ptr [rdx - 1152]
vpmadd52luq zmm9, zmm25, zmm24
vpmadd52huq zmm11, zmm25, zmm24
vmovdqa64 zmm27, zmmword ptr [rdx - 1088]
vpmadd52luq zmm8, zmm25, zmm27
vpmadd52huq zmm13, zmm25, zmm27
vmovdqa64 zmm15, zmmword ptr [rdx - 1024]
vpmadd52luq zmm6, zmm25, zmm15
vpmadd52huq zmm22, zmm25, zmm15
vpbroadcastq zmm29, qword ptr [rsi + 80]
vmovdqa64 zmm0, zmmword ptr [rdx - 960]
vpmadd52luq zmm3, zmm29, zmm0
vpmadd52huq zmm7, zmm29, zmm0
vmovdqa64 zmm1, zmmword ptr [rdx - 896]
vpmadd52luq zmm26, zmm29, zmm1
vpmadd52huq zmm17, zmm29, zmm1
vmovdqa64 zmm23, zmmword ptr [rdx - 832]
vpmadd52luq zmm5, zmm29, zmm23
vpmadd52huq zmm12, zmm29, zmm23
vpbroadcastq zmm21, qword ptr [rsi + 88]
vmovdqa64 zmm14, zmmword ptr [rdx - 768]
vpmadd52luq zmm9, zmm21, zmm14
vpmadd52huq zmm11, zmm21, zmm14
vmovdqa64 zmm4, zmmword ptr [rdx - 704]
vpmadd52luq zmm8, zmm21, zmm4
vpmadd52huq zmm13, zmm21, zmm4
vmovdqa64 zmm18, zmmword ptr [rdx - 640]
vpmadd52luq zmm6, zmm21, zmm18
vpmadd52huq zmm22, zmm21, zmm18
vpbroadcastq zmm20, qword ptr [rsi + 96]
vmovdqa64 zmm10, zmmword ptr [rdx - 576]
vpmadd52luq zmm3, zmm20, zmm10
vpmadd52huq zmm7, zmm20, zmm10
vmovdqa64 zmm28, zmmword ptr [rdx - 512]
vpmadd52luq zmm26, zmm20, zmm28
vpmadd52huq zmm17, zmm20, zmm28
vmovdqa64 zmm24, zmmword ptr [rdx - 448]
vpmadd52luq zmm5, zmm20, zmm24
vpmadd52huq zmm12, zmm20, zmm24
vpbroadcastq zmm27, qword ptr [rsi + 104]
vmovdqa64 zmm25, zmmword ptr [rdx - 384]
vpmadd52luq zmm9, zmm27, zmm25
vpmadd52huq zmm11, zmm27, zmm25
vmovdqa64 zmm15, zmmword ptr [rdx - 320]
vpmadd52luq zmm8, zmm27, zmm15
vpmadd52huq zmm13, zmm27, zmm15
vmovdqa64 zmm0, zmmword ptr [rdx - 256]
vpmadd52luq zmm6, zmm27, zmm0
vpmadd52huq zmm22, zmm27, zmm0
vpbroadcastq zmm1, qword ptr [rsi + 112]
vmovdqa64 zmm29, zmmword ptr [rdx - 192]
vpmadd52luq zmm3, zmm1, zmm29
vpmadd52huq zmm7, zmm1, zmm29
vmovdqa64 zmm23, zmmword ptr [rdx - 128]
vpmadd52luq zmm26, zmm1, zmm23
vpmadd52huq zmm17, zmm1, zmm23
vmovdqa64 zmm14, zmmword ptr [rdx - 64]
vpmadd52luq zmm5, zmm1, zmm14
vpmadd52huq zmm12, zmm1, zmm14
vpbroadcastq zmm4, qword ptr [rsi + 120]
vmovdqa64 zmm21, zmmword ptr [rdx]
vpmadd52luq zmm9, zmm4, zmm21
vpmadd52huq zmm11, zmm4, zmm21
vmovdqa64 zmm18, zmmword ptr [rdx + 64]
vpmadd52luq zmm8, zmm4, zmm18
vpmadd52huq zmm13, zmm4, zmm18
vmovdqa64 zmm10, zmmword ptr [rdx + 128]
vpmadd52luq zmm6, zmm4, zmm10
vpmadd52huq zmm22, zmm4, zmm10
vpbroadcastq zmm28, qword ptr [rsi + 128]
vmovdqa64 zmm20, zmmword ptr [rdx + 192]
vpmadd52luq zmm3, zmm28, zmm20
vpmadd52huq zmm7, zmm28, zmm20
vmovdqa64 zmm24, zmmword ptr [rdx + 256]
vpmadd52luq zmm26, zmm28, zmm24
vpmadd52huq zmm17, zmm28, zmm24
vmovdqa64 zmm25, zmmword ptr [rdx + 320]
vpmadd52luq zmm5, zmm28, zmm25
vpmadd52huq zmm12, zmm28, zmm25
vpbroadcastq zmm15, qword ptr [rsi + 136]
vmovdqa64 zmm27, zmmword ptr [rdx + 384]
vpmadd52luq zmm9, zmm15, zmm27
vpmadd52huq zmm11, zmm15, zmm27
vmovdqa64 zmm0, zmmword ptr [rdx + 448]
vpmadd52luq zmm8, zmm15, zmm0
vpmadd52huq zmm13, zmm15, zmm0
vmovdqa64 zmm29, zmmword ptr [rdx + 512]
vpmadd52luq zmm6, zmm15, zmm29
vpmadd52huq zmm22, zmm15, zmm29
vpbroadcastq zmm23, qword ptr [rsi + 144]
vmovdqa64 zmm1, zmmword ptr [rdx + 576]
vpmadd52luq zmm3, zmm23, zmm1
vpmadd52huq zmm7, zmm23, zmm1
vmovdqa64 zmm14, zmmword ptr [rdx + 640]
vpmadd52luq zmm26, zmm23, zmm14
vpmadd52huq zmm17, zmm23, zmm14
vmovdqa64 zmm21, zmmword ptr [rdx + 704]
vpmadd52luq zmm5, zmm23, zmm21
vpmadd52huq zmm12, zmm23, zmm21
vpbroadcastq zmm18, qword ptr [rsi + 152]
vmovdqa64 zmm4, zmmword ptr [rdx + 768]
vpmadd52luq zmm9, zmm18, zmm4
vpmadd52huq zmm11, zmm18, zmm4
vmovdqa64 zmm10, zmmword ptr [rdx + 832]
vpmadd52luq zmm8, zmm18, zmm10
vpmadd52huq zmm13, zmm18, zmm10
vmovdqa64 zmm20, zmmword ptr [rdx + 896]
vpmadd52luq zmm6, zmm18, zmm20
vpmadd52huq zmm22, zmm18, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 160]
vmovdqa64 zmm28, zmmword ptr [rdx + 960]
vpmadd52luq zmm3, zmm24, zmm28
vpmadd52huq zmm7, zmm24, zmm28
vmovdqa64 zmm25, zmmword ptr [rdx + 1024]
vpmadd52luq zmm26, zmm24, zmm25
vpmadd52huq zmm17, zmm24, zmm25
vmovdqa64 zmm27, zmmword ptr [rdx + 1088]
vpmadd52luq zmm5, zmm24, zmm27
vpmadd52huq zmm12, zmm24, zmm27
vpbroadcastq zmm0, qword ptr [rsi + 168]
vmovdqa64 zmm15, zmmword ptr [rdx + 1152]
vpmadd52luq zmm9, zmm0, zmm15
vpmadd52huq zmm11, zmm0, zmm15
vmovdqa64 zmm29, zmmword ptr [rdx + 1216]
vpmadd52luq zmm8, zmm0, zmm29
vpmadd52huq zmm13, zmm0, zmm29
vmovdqa64 zmm1, zmmword ptr [rdx + 1280]
vpmadd52luq zmm6, zmm0, zmm1
vpmadd52huq zmm22, zmm0, zmm1
vpbroadcastq zmm14, qword ptr [rsi + 176]
vmovdqa64 zmm23, zmmword ptr [rdx + 1344]
vpmadd52luq zmm3, zmm14, zmm23
vpmadd52huq zmm7, zmm14, zmm23
vmovdqa64 zmm21, zmmword ptr [rdx + 1408]
vpmadd52luq zmm26, zmm14, zmm21
vpmadd52huq zmm17, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 1472]
vpmadd52luq zmm5, zmm14, zmm4
vpmadd52huq zmm12, zmm14, zmm4
vpbroadcastq zmm10, qword ptr [rsi + 184]
vmovdqa64 zmm18, zmmword ptr [rdx + 1536]
vpmadd52luq zmm9, zmm10, zmm18
vpmadd52huq zmm11, zmm10, zmm18
vmovdqa64 zmm20, zmmword ptr [rdx + 1600]
vpmadd52luq zmm8, zmm10, zmm20
vpmadd52huq zmm13, zmm10, zmm20
vmovdqa64 zmm28, zmmword ptr [rdx + 1664]
vpmadd52luq zmm6, zmm10, zmm28
vpmadd52huq zmm22, zmm10, zmm28
vpbroadcastq zmm25, qword ptr [rsi + 192]
vmovdqa64 zmm24, zmmword ptr [rdx + 1728]
vpmadd52luq zmm3, zmm25, zmm24
vpmadd52huq zmm7, zmm25, zmm24
vmovdqa64 zmm27, zmmword ptr [rdx + 1792]
vpmadd52luq zmm26, zmm25, zmm27
vpmadd52huq zmm17, zmm25, zmm27
vmovdqa64 zmm15, zmmword ptr [rdx + 1856]
vpmadd52luq zmm5, zmm25, zmm15
vpmadd52huq zmm12, zmm25, zmm15
vpbroadcastq zmm29, qword ptr [rsi + 200]
vmovdqa64 zmm0, zmmword ptr [rdx + 1920]
vpmadd52luq zmm9, zmm29, zmm0
vpmadd52huq zmm11, zmm29, zmm0
vmovdqa64 zmm1, zmmword ptr [rdx + 1984]
vpmadd52luq zmm8, zmm29, zmm1
vpmadd52huq zmm13, zmm29, zmm1
vmovdqa64 zmm23, zmmword ptr [rdx + 2048]
vpmadd52luq zmm6, zmm29, zmm23
vpmadd52huq zmm22, zmm29, zmm23
vpaddq zmm3, zmm3, zmm9
vpaddq zmm7, zmm7, zmm11
vpaddq zmm26, zmm26, zmm8
vpaddq zmm17, zmm17, zmm13
vpaddq zmm5, zmm5, zmm6
vpaddq zmm12, zmm12, zmm22
valignq zmm21, zmm12, zmm17, 7
vpaddq zmm14, zmm19, zmm5
vpaddq zmm4, zmm14, zmm21
vpsrlq zmm18, zmm4, 52
valignq zmm20, zmm17, zmm7, 7
vpaddq zmm10, zmm2, zmm26
vpaddq zmm28, zmm10, zmm20
vpsrlq zmm24, zmm28, 52
valignq zmm27, zmm7, zmm30, 7
vpaddq zmm25, zmm16, zmm3
vpaddq zmm15, zmm25, zmm27
vpsrlq zmm0, zmm15, 52
vpandq zmm1, zmm4, zmm31
valignq zmm29, zmm18, zmm24, 7
vpaddq zmm27, zmm1, zmm29
vmovdqa64 zmmword ptr [rdi + 128], zmm27
vpandq zmm23, zmm28, zmm31
valignq zmm9, zmm24, zmm0, 7
vpaddq zmm28, zmm23, zmm9
vmovdqa64 zmmword ptr [rdi + 64], zmm28
vporq zmm11, zmm27, zmm28
vpandq zmm8, zmm15, zmm31
valignq zmm13, zmm0, zmm30, 7
vpaddq zmm29, zmm8, zmm13
vmovdqa64 zmmword ptr [rdi], zmm29
vporq zmm6, zmm11, zmm29
vpcmpuq k0, zmm6, zmm31, 6
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
.quad 0, 0, 0, 0, -1, -1, -1, -1
.quad -1, -1, -1, -1, 0, 0, 0, 0
