# a = a*b, 2048 bits, straight-line. Written by generate.py: change that instead.
# bits 2048 limbs 41 value_bits 2106 rows 41 scratch_blocks 6
vpternlogq zmm31, zmm31, zmm31, 255
vpsrlq zmm31, zmm31, 12
vpxorq zmm30, zmm30, zmm30
mov r9, r8
add rdx, 6528
lea r8, [rip + 9f]
vmovdqa64 zmm29, zmmword ptr [rdi]
vmovdqa64 zmm28, zmmword ptr [rdi + 64]
vmovdqa64 zmm27, zmmword ptr [rdi + 128]
vmovdqa64 zmm26, zmmword ptr [rdi + 192]
vmovdqa64 zmm25, zmmword ptr [rdi + 256]
vmovdqa64 zmm24, zmmword ptr [rdi + 320]
.p2align 6
2:
vpbroadcastq zmm0, qword ptr [r9 + 320]
vpxorq zmm1, zmm1, zmm1
vpmadd52luq zmm1, zmm24, zmm0
vpbroadcastq zmm2, qword ptr [r9 + 320]
vpxorq zmm3, zmm3, zmm3
vpxorq zmm4, zmm4, zmm4
vpbroadcastq zmm5, qword ptr [r9 + 256]
vpxorq zmm6, zmm6, zmm6
vpxorq zmm7, zmm7, zmm7
vpbroadcastq zmm8, qword ptr [r9 + 192]
vpmadd52luq zmm3, zmm28, zmm2
vpmadd52luq zmm4, zmm27, zmm2
vpbroadcastq zmm9, qword ptr [r9 + 128]
vpmadd52luq zmm6, zmm26, zmm2
vpmadd52luq zmm3, zmm27, zmm5
vpbroadcastq zmm10, qword ptr [r9 + 64]
vpmadd52luq zmm4, zmm26, zmm5
vpmadd52luq zmm7, zmm25, zmm2
vpmadd52luq zmm3, zmm26, zmm8
vpmadd52luq zmm6, zmm25, zmm5
vpmadd52luq zmm4, zmm25, zmm8
vpmadd52luq zmm3, zmm25, zmm9
vpmadd52luq zmm7, zmm24, zmm5
vpmadd52luq zmm6, zmm24, zmm8
vpmadd52luq zmm4, zmm24, zmm9
vpmadd52luq zmm3, zmm24, zmm10
vpbroadcastq zmm11, qword ptr [r9 + 264]
vpxorq zmm12, zmm12, zmm12
vpxorq zmm13, zmm13, zmm13
vpxorq zmm14, zmm14, zmm14
vpxorq zmm15, zmm15, zmm15
vpmadd52huq zmm12, zmm28, zmm2
vpbroadcastq zmm16, qword ptr [r9 + 200]
vpmadd52huq zmm13, zmm27, zmm2
vpmadd52luq zmm12, zmm27, zmm11
vpmadd52huq zmm14, zmm26, zmm2
vpbroadcastq zmm17, qword ptr [r9 + 136]
vpmadd52luq zmm13, zmm26, zmm11
vpmadd52huq zmm12, zmm27, zmm5
vpmadd52huq zmm15, zmm25, zmm2
vpmadd52luq zmm14, zmm25, zmm11
vpbroadcastq zmm18, qword ptr [r9 + 72]
vpmadd52huq zmm13, zmm26, zmm5
vpmadd52luq zmm12, zmm26, zmm16
vpmadd52huq zmm12, zmm26, zmm8
vpmadd52luq zmm13, zmm25, zmm16
vpmadd52huq zmm14, zmm25, zmm5
vpmadd52luq zmm15, zmm24, zmm11
vpmadd52luq zmm12, zmm25, zmm17
vpmadd52huq zmm13, zmm25, zmm8
vpmadd52huq zmm12, zmm25, zmm9
vpmadd52luq zmm14, zmm24, zmm16
vpmadd52luq zmm13, zmm24, zmm17
vpmadd52luq zmm12, zmm24, zmm18
vpmadd52huq zmm15, zmm24, zmm5
vpmadd52huq zmm14, zmm24, zmm8
vpmadd52huq zmm13, zmm24, zmm9
vpmadd52huq zmm12, zmm24, zmm10
vpbroadcastq zmm19, qword ptr [r9 + 272]
vpxorq zmm20, zmm20, zmm20
vpxorq zmm21, zmm21, zmm21
valignq zmm22, zmm12, zmm30, 7
vpxorq zmm23, zmm23, zmm23
vpaddq zmm3, zmm3, zmm22
vpbroadcastq zmm0, qword ptr [r9 + 208]
vpmadd52luq zmm20, zmm27, zmm19
vpxorq zmm2, zmm2, zmm2
vpmadd52luq zmm21, zmm26, zmm19
valignq zmm5, zmm13, zmm12, 7
vpmadd52huq zmm20, zmm27, zmm11
vpbroadcastq zmm8, qword ptr [r9 + 144]
vpmadd52luq zmm23, zmm25, zmm19
vpaddq zmm4, zmm4, zmm5
vpmadd52huq zmm21, zmm26, zmm11
vpmadd52luq zmm20, zmm26, zmm0
vpbroadcastq zmm9, qword ptr [r9 + 80]
valignq zmm10, zmm14, zmm13, 7
vpmadd52huq zmm20, zmm26, zmm16
vpmadd52luq zmm21, zmm25, zmm0
vpmadd52huq zmm23, zmm25, zmm11
vpmadd52luq zmm2, zmm24, zmm19
vpaddq zmm6, zmm6, zmm10
vpmadd52luq zmm20, zmm25, zmm8
valignq zmm22, zmm15, zmm14, 7
vpmadd52huq zmm21, zmm25, zmm16
vpaddq zmm7, zmm7, zmm22
vpmadd52luq zmm23, zmm24, zmm0
vpmadd52huq zmm20, zmm25, zmm17
vpmadd52luq zmm21, zmm24, zmm8
valignq zmm12, zmm30, zmm15, 7
vpmadd52luq zmm20, zmm24, zmm9
vpmadd52huq zmm2, zmm24, zmm11
vpaddq zmm1, zmm1, zmm12
vpmadd52huq zmm23, zmm24, zmm16
vpmadd52huq zmm21, zmm24, zmm17
vpmadd52huq zmm20, zmm24, zmm18
vpbroadcastq zmm5, qword ptr [r9 + 280]
vpxorq zmm13, zmm13, zmm13
vpxorq zmm10, zmm10, zmm10
valignq zmm14, zmm20, zmm30, 6
vpxorq zmm22, zmm22, zmm22
vpaddq zmm3, zmm3, zmm14
vpbroadcastq zmm15, qword ptr [r9 + 216]
vpmadd52luq zmm13, zmm27, zmm5
vpxorq zmm11, zmm11, zmm11
vpmadd52luq zmm10, zmm26, zmm5
valignq zmm12, zmm21, zmm20, 6
vpmadd52huq zmm13, zmm27, zmm19
vpbroadcastq zmm16, qword ptr [r9 + 152]
vpmadd52luq zmm22, zmm25, zmm5
vpaddq zmm4, zmm4, zmm12
vpmadd52huq zmm10, zmm26, zmm19
vpmadd52luq zmm13, zmm26, zmm15
vpbroadcastq zmm17, qword ptr [r9 + 88]
valignq zmm18, zmm23, zmm21, 6
vpmadd52huq zmm13, zmm26, zmm0
vpmadd52luq zmm10, zmm25, zmm15
vpmadd52huq zmm22, zmm25, zmm19
vpmadd52luq zmm11, zmm24, zmm5
vpaddq zmm6, zmm6, zmm18
vpmadd52luq zmm13, zmm25, zmm16
valignq zmm14, zmm2, zmm23, 6
vpmadd52huq zmm10, zmm25, zmm0
vpaddq zmm7, zmm7, zmm14
vpmadd52luq zmm22, zmm24, zmm15
vpmadd52huq zmm13, zmm25, zmm8
vpmadd52luq zmm10, zmm24, zmm16
valignq zmm20, zmm30, zmm2, 6
vpmadd52luq zmm13, zmm24, zmm17
vpmadd52huq zmm11, zmm24, zmm19
vpaddq zmm1, zmm1, zmm20
vpmadd52huq zmm22, zmm24, zmm0
vpmadd52huq zmm10, zmm24, zmm8
vpmadd52huq zmm13, zmm24, zmm9
vpbroadcastq zmm12, qword ptr [r9 + 288]
vpxorq zmm21, zmm21, zmm21
vpxorq zmm18, zmm18, zmm18
valignq zmm23, zmm13, zmm30, 5
vpxorq zmm14, zmm14, zmm14
vpaddq zmm3, zmm3, zmm23
vpbroadcastq zmm2, qword ptr [r9 + 224]
vpmadd52luq zmm21, zmm27, zmm12
vpxorq zmm19, zmm19, zmm19
vpmadd52luq zmm18, zmm26, zmm12
valignq zmm20, zmm10, zmm13, 5
vpmadd52huq zmm21, zmm27, zmm5
vpbroadcastq zmm0, qword ptr [r9 + 160]
vpmadd52luq zmm14, zmm25, zmm12
vpaddq zmm4, zmm4, zmm20
vpmadd52huq zmm18, zmm26, zmm5
vpmadd52luq zmm21, zmm26, zmm2
vpbroadcastq zmm8, qword ptr [r9 + 96]
valignq zmm9, zmm22, zmm10, 5
vpmadd52huq zmm21, zmm26, zmm15
vpmadd52luq zmm18, zmm25, zmm2
vpmadd52huq zmm14, zmm25, zmm5
vpmadd52luq zmm19, zmm24, zmm12
vpaddq zmm6, zmm6, zmm9
vpmadd52luq zmm21, zmm25, zmm0
valignq zmm23, zmm11, zmm22, 5
vpmadd52huq zmm18, zmm25, zmm15
vpaddq zmm7, zmm7, zmm23
vpmadd52luq zmm14, zmm24, zmm2
vpmadd52huq zmm21, zmm25, zmm16
vpmadd52luq zmm18, zmm24, zmm0
valignq zmm13, zmm30, zmm11, 5
vpmadd52luq zmm21, zmm24, zmm8
vpmadd52huq zmm19, zmm24, zmm5
vpaddq zmm1, zmm1, zmm13
vpmadd52huq zmm14, zmm24, zmm15
vpmadd52huq zmm18, zmm24, zmm16
vpmadd52huq zmm21, zmm24, zmm17
vpbroadcastq zmm20, qword ptr [r9 + 296]
vpxorq zmm10, zmm10, zmm10
vpxorq zmm9, zmm9, zmm9
valignq zmm22, zmm21, zmm30, 4
vpxorq zmm23, zmm23, zmm23
vpaddq zmm3, zmm3, zmm22
vpbroadcastq zmm11, qword ptr [r9 + 232]
vpmadd52luq zmm10, zmm27, zmm20
vpxorq zmm5, zmm5, zmm5
vpmadd52luq zmm9, zmm26, zmm20
valignq zmm13, zmm18, zmm21, 4
vpmadd52huq zmm10, zmm27, zmm12
vpbroadcastq zmm15, qword ptr [r9 + 168]
vpmadd52luq zmm23, zmm25, zmm20
vpaddq zmm4, zmm4, zmm13
vpmadd52huq zmm9, zmm26, zmm12
vpmadd52luq zmm10, zmm26, zmm11
vpbroadcastq zmm16, qword ptr [r9 + 104]
valignq zmm17, zmm14, zmm18, 4
vpmadd52huq zmm10, zmm26, zmm2
vpmadd52luq zmm9, zmm25, zmm11
vpmadd52huq zmm23, zmm25, zmm12
vpmadd52luq zmm5, zmm24, zmm20
vpaddq zmm6, zmm6, zmm17
vpmadd52luq zmm10, zmm25, zmm15
valignq zmm22, zmm19, zmm14, 4
vpmadd52huq zmm9, zmm25, zmm2
vpaddq zmm7, zmm7, zmm22
vpmadd52luq zmm23, zmm24, zmm11
vpmadd52huq zmm10, zmm25, zmm0
vpmadd52luq zmm9, zmm24, zmm15
valignq zmm21, zmm30, zmm19, 4
vpmadd52luq zmm10, zmm24, zmm16
vpmadd52huq zmm5, zmm24, zmm12
vpaddq zmm1, zmm1, zmm21
vpmadd52huq zmm23, zmm24, zmm2
vpmadd52huq zmm9, zmm24, zmm0
vpmadd52huq zmm10, zmm24, zmm8
vpbroadcastq zmm13, qword ptr [r9 + 304]
vpxorq zmm18, zmm18, zmm18
vpxorq zmm17, zmm17, zmm17
valignq zmm14, zmm10, zmm30, 3
vpxorq zmm22, zmm22, zmm22
vpaddq zmm3, zmm3, zmm14
vpbroadcastq zmm19, qword ptr [r9 + 240]
vpmadd52luq zmm18, zmm27, zmm13
vpxorq zmm12, zmm12, zmm12
vpmadd52luq zmm17, zmm26, zmm13
valignq zmm21, zmm9, zmm10, 3
vpmadd52huq zmm18, zmm27, zmm20
vpbroadcastq zmm2, qword ptr [r9 + 176]
vpmadd52luq zmm22, zmm25, zmm13
vpaddq zmm4, zmm4, zmm21
vpmadd52huq zmm17, zmm26, zmm20
vpmadd52luq zmm18, zmm26, zmm19
vpbroadcastq zmm0, qword ptr [r9 + 112]
valignq zmm8, zmm23, zmm9, 3
vpmadd52huq zmm18, zmm26, zmm11
vpmadd52luq zmm17, zmm25, zmm19
vpmadd52huq zmm22, zmm25, zmm20
vpmadd52luq zmm12, zmm24, zmm13
vpaddq zmm6, zmm6, zmm8
vpmadd52luq zmm18, zmm25, zmm2
valignq zmm14, zmm5, zmm23, 3
vpmadd52huq zmm17, zmm25, zmm11
vpaddq zmm7, zmm7, zmm14
vpmadd52luq zmm22, zmm24, zmm19
vpmadd52huq zmm18, zmm25, zmm15
vpmadd52luq zmm17, zmm24, zmm2
valignq zmm10, zmm30, zmm5, 3
vpmadd52luq zmm18, zmm24, zmm0
vpmadd52huq zmm12, zmm24, zmm20
vpaddq zmm1, zmm1, zmm10
vpmadd52huq zmm22, zmm24, zmm11
vpmadd52huq zmm17, zmm24, zmm15
vpmadd52huq zmm18, zmm24, zmm16
vpbroadcastq zmm21, qword ptr [r9 + 312]
vpxorq zmm9, zmm9, zmm9
vpxorq zmm8, zmm8, zmm8
valignq zmm23, zmm18, zmm30, 2
vpxorq zmm14, zmm14, zmm14
vpaddq zmm3, zmm3, zmm23
vpbroadcastq zmm5, qword ptr [r9 + 248]
vpmadd52luq zmm9, zmm27, zmm21
vpxorq zmm20, zmm20, zmm20
vpmadd52luq zmm8, zmm26, zmm21
valignq zmm10, zmm17, zmm18, 2
vpmadd52huq zmm9, zmm27, zmm13
vpbroadcastq zmm11, qword ptr [r9 + 184]
vpmadd52luq zmm14, zmm25, zmm21
vpaddq zmm4, zmm4, zmm10
vpmadd52huq zmm8, zmm26, zmm13
vpmadd52luq zmm9, zmm26, zmm5
vpbroadcastq zmm15, qword ptr [r9 + 120]
valignq zmm16, zmm22, zmm17, 2
vpmadd52huq zmm9, zmm26, zmm19
vpmadd52luq zmm8, zmm25, zmm5
vpmadd52huq zmm14, zmm25, zmm13
vpmadd52luq zmm20, zmm24, zmm21
vpaddq zmm6, zmm6, zmm16
vpmadd52luq zmm9, zmm25, zmm11
valignq zmm23, zmm12, zmm22, 2
vpmadd52huq zmm8, zmm25, zmm19
vpaddq zmm7, zmm7, zmm23
vpmadd52luq zmm14, zmm24, zmm5
vpmadd52huq zmm9, zmm25, zmm2
vpmadd52luq zmm8, zmm24, zmm11
valignq zmm18, zmm30, zmm12, 2
vpmadd52luq zmm9, zmm24, zmm15
vpmadd52huq zmm20, zmm24, zmm13
vpaddq zmm1, zmm1, zmm18
vpmadd52huq zmm14, zmm24, zmm19
vpmadd52huq zmm8, zmm24, zmm2
vpmadd52huq zmm9, zmm24, zmm0
valignq zmm10, zmm9, zmm30, 1
vpxorq zmm17, zmm17, zmm17
vpxorq zmm16, zmm16, zmm16
vpaddq zmm3, zmm3, zmm10
vpxorq zmm22, zmm22, zmm22
vpxorq zmm23, zmm23, zmm23
valignq zmm12, zmm8, zmm9, 1
vpmadd52huq zmm17, zmm27, zmm21
vpaddq zmm4, zmm4, zmm12
vpmadd52huq zmm16, zmm26, zmm21
valignq zmm13, zmm14, zmm8, 1
vpmadd52huq zmm17, zmm26, zmm5
vpmadd52huq zmm22, zmm25, zmm21
vpaddq zmm6, zmm6, zmm13
vpmadd52huq zmm16, zmm25, zmm5
valignq zmm18, zmm20, zmm14, 1
vpaddq zmm7, zmm7, zmm18
vpmadd52huq zmm17, zmm25, zmm11
vpmadd52huq zmm23, zmm24, zmm21
valignq zmm19, zmm30, zmm20, 1
vpmadd52huq zmm22, zmm24, zmm5
vpaddq zmm1, zmm1, zmm19
vpmadd52huq zmm16, zmm24, zmm11
vpmadd52huq zmm17, zmm24, zmm15
vpaddq zmm4, zmm4, zmm17
vpaddq zmm6, zmm6, zmm16
vpaddq zmm7, zmm7, zmm22
vpaddq zmm1, zmm1, zmm23
vpbroadcastq zmm2, qword ptr [r9 + 256]
vpxorq zmm0, zmm0, zmm0
vpxorq zmm10, zmm10, zmm10
vpbroadcastq zmm9, qword ptr [r9 + 192]
vpbroadcastq zmm12, qword ptr [r9 + 128]
vpbroadcastq zmm8, qword ptr [r9 + 320]
vpmadd52luq zmm0, zmm29, zmm8
vpmadd52luq zmm10, zmm29, zmm2
vpbroadcastq zmm13, qword ptr [r9 + 64]
vpmadd52luq zmm0, zmm28, zmm2
vpbroadcastq zmm14, qword ptr [r9]
vpmadd52luq zmm10, zmm28, zmm9
vpmadd52luq zmm0, zmm27, zmm9
vpmadd52luq zmm10, zmm27, zmm12
vpmadd52luq zmm0, zmm26, zmm12
vpmadd52luq zmm10, zmm26, zmm13
vpmadd52luq zmm0, zmm25, zmm13
vpmadd52luq zmm10, zmm25, zmm14
vpmadd52luq zmm0, zmm24, zmm14
vpbroadcastq zmm18, qword ptr [r9 + 264]
vpxorq zmm21, zmm21, zmm21
vpxorq zmm20, zmm20, zmm20
vpbroadcastq zmm5, qword ptr [r9 + 200]
vpmadd52huq zmm21, zmm29, zmm8
vpmadd52luq zmm20, zmm29, zmm18
vpmadd52luq zmm21, zmm28, zmm18
vpbroadcastq zmm19, qword ptr [r9 + 136]
vpmadd52huq zmm20, zmm29, zmm2
vpmadd52huq zmm21, zmm28, zmm2
vpmadd52luq zmm20, zmm28, zmm5
vpbroadcastq zmm11, qword ptr [r9 + 72]
vpmadd52luq zmm21, zmm27, zmm5
vpmadd52huq zmm20, zmm28, zmm9
vpbroadcastq zmm15, qword ptr [r9 + 8]
vpmadd52huq zmm21, zmm27, zmm9
vpmadd52luq zmm20, zmm27, zmm19
vpmadd52luq zmm21, zmm26, zmm19
vpmadd52huq zmm20, zmm27, zmm12
vpmadd52huq zmm21, zmm26, zmm12
vpmadd52luq zmm20, zmm26, zmm11
vpmadd52luq zmm21, zmm25, zmm11
vpmadd52huq zmm20, zmm26, zmm13
vpmadd52huq zmm21, zmm25, zmm13
vpmadd52luq zmm20, zmm25, zmm15
vpmadd52luq zmm21, zmm24, zmm15
vpmadd52huq zmm20, zmm25, zmm14
vpmadd52huq zmm21, zmm24, zmm14
vpbroadcastq zmm17, qword ptr [r9 + 272]
vpxorq zmm16, zmm16, zmm16
vpxorq zmm22, zmm22, zmm22
vpbroadcastq zmm23, qword ptr [r9 + 208]
vpmadd52luq zmm16, zmm29, zmm17
vpmadd52luq zmm22, zmm28, zmm17
valignq zmm8, zmm20, zmm30, 7
vpaddq zmm10, zmm10, zmm8
vpbroadcastq zmm2, qword ptr [r9 + 144]
vpmadd52huq zmm16, zmm29, zmm18
vpmadd52huq zmm22, zmm28, zmm18
vpmadd52luq zmm16, zmm28, zmm23
vpmadd52luq zmm22, zmm27, zmm23
vpbroadcastq zmm9, qword ptr [r9 + 80]
vpmadd52huq zmm16, zmm28, zmm5
vpmadd52huq zmm22, zmm27, zmm5
vpbroadcastq zmm12, qword ptr [r9 + 16]
valignq zmm13, zmm21, zmm20, 7
vpaddq zmm0, zmm0, zmm13
vpmadd52luq zmm16, zmm27, zmm2
vpmadd52luq zmm22, zmm26, zmm2
vpmadd52huq zmm16, zmm27, zmm19
vpmadd52huq zmm22, zmm26, zmm19
vpmadd52luq zmm16, zmm26, zmm9
vpmadd52luq zmm22, zmm25, zmm9
valignq zmm14, zmm30, zmm21, 7
vpmadd52huq zmm16, zmm26, zmm11
vpmadd52huq zmm22, zmm25, zmm11
vpaddq zmm3, zmm3, zmm14
vpmadd52luq zmm16, zmm25, zmm12
vpmadd52luq zmm22, zmm24, zmm12
vpmadd52huq zmm16, zmm25, zmm15
vpmadd52huq zmm22, zmm24, zmm15
vpbroadcastq zmm8, qword ptr [r9 + 280]
vpxorq zmm18, zmm18, zmm18
vpxorq zmm5, zmm5, zmm5
vpbroadcastq zmm20, qword ptr [r9 + 216]
vpmadd52luq zmm18, zmm29, zmm8
vpmadd52luq zmm5, zmm28, zmm8
valignq zmm13, zmm16, zmm30, 6
vpaddq zmm10, zmm10, zmm13
vpbroadcastq zmm19, qword ptr [r9 + 152]
vpmadd52huq zmm18, zmm29, zmm17
vpmadd52huq zmm5, zmm28, zmm17
vpmadd52luq zmm18, zmm28, zmm20
vpmadd52luq zmm5, zmm27, zmm20
vpbroadcastq zmm21, qword ptr [r9 + 88]
vpmadd52huq zmm18, zmm28, zmm23
vpmadd52huq zmm5, zmm27, zmm23
vpbroadcastq zmm11, qword ptr [r9 + 24]
valignq zmm14, zmm22, zmm16, 6
vpaddq zmm0, zmm0, zmm14
vpmadd52luq zmm18, zmm27, zmm19
vpmadd52luq zmm5, zmm26, zmm19
vpmadd52huq zmm18, zmm27, zmm2
vpmadd52huq zmm5, zmm26, zmm2
vpmadd52luq zmm18, zmm26, zmm21
vpmadd52luq zmm5, zmm25, zmm21
valignq zmm15, zmm30, zmm22, 6
vpmadd52huq zmm18, zmm26, zmm9
vpmadd52huq zmm5, zmm25, zmm9
vpaddq zmm3, zmm3, zmm15
vpmadd52luq zmm18, zmm25, zmm11
vpmadd52luq zmm5, zmm24, zmm11
vpmadd52huq zmm18, zmm25, zmm12
vpmadd52huq zmm5, zmm24, zmm12
vpbroadcastq zmm13, qword ptr [r9 + 288]
vpxorq zmm17, zmm17, zmm17
vpxorq zmm23, zmm23, zmm23
vpbroadcastq zmm16, qword ptr [r9 + 224]
vpmadd52luq zmm17, zmm29, zmm13
vpmadd52luq zmm23, zmm28, zmm13
valignq zmm14, zmm18, zmm30, 5
vpaddq zmm10, zmm10, zmm14
vpbroadcastq zmm2, qword ptr [r9 + 160]
vpmadd52huq zmm17, zmm29, zmm8
vpmadd52huq zmm23, zmm28, zmm8
vpmadd52luq zmm17, zmm28, zmm16
vpmadd52luq zmm23, zmm27, zmm16
vpbroadcastq zmm22, qword ptr [r9 + 96]
vpmadd52huq zmm17, zmm28, zmm20
vpmadd52huq zmm23, zmm27, zmm20
vpbroadcastq zmm9, qword ptr [r9 + 32]
valignq zmm15, zmm5, zmm18, 5
vpaddq zmm0, zmm0, zmm15
vpmadd52luq zmm17, zmm27, zmm2
vpmadd52luq zmm23, zmm26, zmm2
vpmadd52huq zmm17, zmm27, zmm19
vpmadd52huq zmm23, zmm26, zmm19
vpmadd52luq zmm17, zmm26, zmm22
vpmadd52luq zmm23, zmm25, zmm22
valignq zmm12, zmm30, zmm5, 5
vpmadd52huq zmm17, zmm26, zmm21
vpmadd52huq zmm23, zmm25, zmm21
vpaddq zmm3, zmm3, zmm12
vpmadd52luq zmm17, zmm25, zmm9
vpmadd52luq zmm23, zmm24, zmm9
vpmadd52huq zmm17, zmm25, zmm11
vpmadd52huq zmm23, zmm24, zmm11
vpbroadcastq zmm14, qword ptr [r9 + 296]
vpxorq zmm8, zmm8, zmm8
vpxorq zmm20, zmm20, zmm20
vpbroadcastq zmm18, qword ptr [r9 + 232]
vpmadd52luq zmm8, zmm29, zmm14
vpmadd52luq zmm20, zmm28, zmm14
valignq zmm15, zmm17, zmm30, 4
vpaddq zmm10, zmm10, zmm15
vpbroadcastq zmm19, qword ptr [r9 + 168]
vpmadd52huq zmm8, zmm29, zmm13
vpmadd52huq zmm20, zmm28, zmm13
vpmadd52luq zmm8, zmm28, zmm18
vpmadd52luq zmm20, zmm27, zmm18
vpbroadcastq zmm5, qword ptr [r9 + 104]
vpmadd52huq zmm8, zmm28, zmm16
vpmadd52huq zmm20, zmm27, zmm16
vpbroadcastq zmm21, qword ptr [r9 + 40]
valignq zmm12, zmm23, zmm17, 4
vpaddq zmm0, zmm0, zmm12
vpmadd52luq zmm8, zmm27, zmm19
vpmadd52luq zmm20, zmm26, zmm19
vpmadd52huq zmm8, zmm27, zmm2
vpmadd52huq zmm20, zmm26, zmm2
vpmadd52luq zmm8, zmm26, zmm5
vpmadd52luq zmm20, zmm25, zmm5
valignq zmm11, zmm30, zmm23, 4
vpmadd52huq zmm8, zmm26, zmm22
vpmadd52huq zmm20, zmm25, zmm22
vpaddq zmm3, zmm3, zmm11
vpmadd52luq zmm8, zmm25, zmm21
vpmadd52luq zmm20, zmm24, zmm21
vpmadd52huq zmm8, zmm25, zmm9
vpmadd52huq zmm20, zmm24, zmm9
vpbroadcastq zmm15, qword ptr [r9 + 304]
vpxorq zmm13, zmm13, zmm13
vpxorq zmm16, zmm16, zmm16
vpbroadcastq zmm17, qword ptr [r9 + 240]
vpmadd52luq zmm13, zmm29, zmm15
vpmadd52luq zmm16, zmm28, zmm15
valignq zmm12, zmm8, zmm30, 3
vpaddq zmm10, zmm10, zmm12
vpbroadcastq zmm2, qword ptr [r9 + 176]
vpmadd52huq zmm13, zmm29, zmm14
vpmadd52huq zmm16, zmm28, zmm14
vpmadd52luq zmm13, zmm28, zmm17
vpmadd52luq zmm16, zmm27, zmm17
vpbroadcastq zmm23, qword ptr [r9 + 112]
vpmadd52huq zmm13, zmm28, zmm18
vpmadd52huq zmm16, zmm27, zmm18
vpbroadcastq zmm22, qword ptr [r9 + 48]
valignq zmm11, zmm20, zmm8, 3
vpaddq zmm0, zmm0, zmm11
vpmadd52luq zmm13, zmm27, zmm2
vpmadd52luq zmm16, zmm26, zmm2
vpmadd52huq zmm13, zmm27, zmm19
vpmadd52huq zmm16, zmm26, zmm19
vpmadd52luq zmm13, zmm26, zmm23
vpmadd52luq zmm16, zmm25, zmm23
valignq zmm9, zmm30, zmm20, 3
vpmadd52huq zmm13, zmm26, zmm5
vpmadd52huq zmm16, zmm25, zmm5
vpaddq zmm3, zmm3, zmm9
vpmadd52luq zmm13, zmm25, zmm22
vpmadd52luq zmm16, zmm24, zmm22
vpmadd52huq zmm13, zmm25, zmm21
vpmadd52huq zmm16, zmm24, zmm21
vpbroadcastq zmm12, qword ptr [r9 + 312]
vpxorq zmm14, zmm14, zmm14
vpxorq zmm18, zmm18, zmm18
vpbroadcastq zmm8, qword ptr [r9 + 248]
vpmadd52luq zmm14, zmm29, zmm12
vpmadd52luq zmm18, zmm28, zmm12
valignq zmm11, zmm13, zmm30, 2
vpaddq zmm10, zmm10, zmm11
vpbroadcastq zmm19, qword ptr [r9 + 184]
vpmadd52huq zmm14, zmm29, zmm15
vpmadd52huq zmm18, zmm28, zmm15
vpmadd52luq zmm14, zmm28, zmm8
vpmadd52luq zmm18, zmm27, zmm8
vpbroadcastq zmm20, qword ptr [r9 + 120]
vpmadd52huq zmm14, zmm28, zmm17
vpmadd52huq zmm18, zmm27, zmm17
vpbroadcastq zmm5, qword ptr [r9 + 56]
valignq zmm9, zmm16, zmm13, 2
vpaddq zmm0, zmm0, zmm9
vpmadd52luq zmm14, zmm27, zmm19
vpmadd52luq zmm18, zmm26, zmm19
vpmadd52huq zmm14, zmm27, zmm2
vpmadd52huq zmm18, zmm26, zmm2
vpmadd52luq zmm14, zmm26, zmm20
vpmadd52luq zmm18, zmm25, zmm20
valignq zmm21, zmm30, zmm16, 2
vpmadd52huq zmm14, zmm26, zmm23
vpmadd52huq zmm18, zmm25, zmm23
vpaddq zmm3, zmm3, zmm21
vpmadd52luq zmm14, zmm25, zmm5
vpmadd52luq zmm18, zmm24, zmm5
vpmadd52huq zmm14, zmm25, zmm22
vpmadd52huq zmm18, zmm24, zmm22
vpxorq zmm11, zmm11, zmm11
vpxorq zmm15, zmm15, zmm15
valignq zmm17, zmm14, zmm30, 1
vpaddq zmm10, zmm10, zmm17
vpmadd52huq zmm11, zmm29, zmm12
vpmadd52huq zmm15, zmm28, zmm12
vpmadd52huq zmm11, zmm28, zmm8
vpmadd52huq zmm15, zmm27, zmm8
valignq zmm13, zmm18, zmm14, 1
vpaddq zmm0, zmm0, zmm13
vpmadd52huq zmm11, zmm27, zmm19
vpmadd52huq zmm15, zmm26, zmm19
vpmadd52huq zmm11, zmm26, zmm20
vpmadd52huq zmm15, zmm25, zmm20
valignq zmm9, zmm30, zmm18, 1
vpaddq zmm3, zmm3, zmm9
vpmadd52huq zmm11, zmm25, zmm5
vpmadd52huq zmm15, zmm24, zmm5
vpaddq zmm0, zmm0, zmm11
vpaddq zmm3, zmm3, zmm15
vpsrlq zmm2, zmm0, 52
vpandq zmm16, zmm0, zmm31
valignq zmm23, zmm2, zmm30, 7
vpaddq zmm21, zmm16, zmm23
vmovdqa64 zmmword ptr [rsi], zmm21
vpsrlq zmm22, zmm3, 52
vpandq zmm17, zmm3, zmm31
valignq zmm12, zmm22, zmm2, 7
vpaddq zmm8, zmm17, zmm12
vmovdqa64 zmmword ptr [rsi + 64], zmm8
vporq zmm14, zmm21, zmm8
vpsrlq zmm13, zmm4, 52
vpandq zmm19, zmm4, zmm31
valignq zmm20, zmm13, zmm22, 7
vpaddq zmm18, zmm19, zmm20
vmovdqa64 zmmword ptr [rsi + 128], zmm18
vporq zmm9, zmm14, zmm18
vpsrlq zmm25, zmm6, 52
vpandq zmm24, zmm6, zmm31
valignq zmm5, zmm25, zmm13, 7
vpaddq zmm11, zmm24, zmm5
vmovdqa64 zmmword ptr [rsi + 192], zmm11
vporq zmm15, zmm9, zmm11
vpsrlq zmm0, zmm7, 52
vpandq zmm16, zmm7, zmm31
valignq zmm23, zmm0, zmm25, 7
vpaddq zmm3, zmm16, zmm23
vmovdqa64 zmmword ptr [rsi + 256], zmm3
vporq zmm2, zmm15, zmm3
vpsrlq zmm17, zmm1, 52
vpandq zmm12, zmm1, zmm31
valignq zmm21, zmm17, zmm0, 7
vpaddq zmm8, zmm12, zmm21
vmovdqa64 zmmword ptr [rsi + 320], zmm8
vporq zmm4, zmm2, zmm8
vpcmpuq k0, zmm4, zmm31, 6
vpbroadcastq zmm22, qword ptr [r9]
vpxorq zmm19, zmm19, zmm19
vpxorq zmm20, zmm20, zmm20
vpbroadcastq zmm14, qword ptr [r9 + 64]
vpxorq zmm18, zmm18, zmm18
vpxorq zmm6, zmm6, zmm6
vpbroadcastq zmm13, qword ptr [r9 + 128]
vpbroadcastq zmm24, qword ptr [r9 + 192]
vpmadd52luq zmm19, zmm29, zmm24
vpmadd52luq zmm20, zmm29, zmm13
vpmadd52luq zmm18, zmm29, zmm14
vpmadd52luq zmm19, zmm28, zmm13
vpmadd52luq zmm20, zmm28, zmm14
vpmadd52luq zmm19, zmm27, zmm14
vpmadd52luq zmm6, zmm29, zmm22
vpmadd52luq zmm18, zmm28, zmm22
vpmadd52luq zmm20, zmm27, zmm22
vpmadd52luq zmm19, zmm26, zmm22
vpbroadcastq zmm5, qword ptr [r9 + 8]
vpxorq zmm9, zmm9, zmm9
vpxorq zmm11, zmm11, zmm11
vpxorq zmm7, zmm7, zmm7
vpbroadcastq zmm25, qword ptr [r9 + 72]
vpxorq zmm16, zmm16, zmm16
vpbroadcastq zmm23, qword ptr [r9 + 200]
vpmadd52luq zmm9, zmm29, zmm23
vpbroadcastq zmm15, qword ptr [r9 + 136]
vpmadd52luq zmm11, zmm29, zmm15
vpmadd52huq zmm9, zmm29, zmm24
vpmadd52luq zmm7, zmm29, zmm25
vpmadd52huq zmm11, zmm29, zmm13
vpmadd52luq zmm9, zmm28, zmm15
vpmadd52luq zmm16, zmm29, zmm5
vpmadd52huq zmm7, zmm29, zmm14
vpmadd52luq zmm11, zmm28, zmm25
vpmadd52huq zmm9, zmm28, zmm13
vpmadd52luq zmm9, zmm27, zmm25
vpmadd52huq zmm11, zmm28, zmm14
vpmadd52luq zmm7, zmm28, zmm5
vpmadd52huq zmm9, zmm27, zmm14
vpmadd52luq zmm11, zmm27, zmm5
vpmadd52huq zmm16, zmm29, zmm22
vpmadd52luq zmm9, zmm26, zmm5
vpmadd52huq zmm7, zmm28, zmm22
vpmadd52huq zmm11, zmm27, zmm22
vpmadd52huq zmm9, zmm26, zmm22
vpbroadcastq zmm3, qword ptr [r9 + 16]
vpxorq zmm1, zmm1, zmm1
vpxorq zmm0, zmm0, zmm0
valignq zmm17, zmm16, zmm30, 7
vpxorq zmm12, zmm12, zmm12
vpaddq zmm6, zmm6, zmm17
vpbroadcastq zmm21, qword ptr [r9 + 80]
vpxorq zmm2, zmm2, zmm2
vpbroadcastq zmm8, qword ptr [r9 + 208]
vpmadd52luq zmm1, zmm29, zmm8
vpbroadcastq zmm4, qword ptr [r9 + 144]
vpmadd52luq zmm0, zmm29, zmm4
valignq zmm24, zmm7, zmm16, 7
vpmadd52huq zmm1, zmm29, zmm23
vpmadd52luq zmm12, zmm29, zmm21
vpaddq zmm18, zmm18, zmm24
vpmadd52huq zmm0, zmm29, zmm15
vpmadd52luq zmm1, zmm28, zmm4
valignq zmm13, zmm11, zmm7, 7
vpmadd52luq zmm2, zmm29, zmm3
vpmadd52huq zmm12, zmm29, zmm25
vpmadd52luq zmm0, zmm28, zmm21
vpmadd52huq zmm1, zmm28, zmm15
vpaddq zmm20, zmm20, zmm13
vpmadd52luq zmm1, zmm27, zmm21
valignq zmm14, zmm9, zmm11, 7
vpmadd52huq zmm0, zmm28, zmm25
vpaddq zmm19, zmm19, zmm14
vpmadd52luq zmm12, zmm28, zmm3
vpmadd52huq zmm1, zmm27, zmm25
vpmadd52luq zmm0, zmm27, zmm3
valignq zmm22, zmm30, zmm9, 7
vpmadd52huq zmm2, zmm29, zmm5
vpmadd52luq zmm1, zmm26, zmm3
vpaddq zmm10, zmm10, zmm22
vpmadd52huq zmm12, zmm28, zmm5
vpmadd52huq zmm0, zmm27, zmm5
vpmadd52huq zmm1, zmm26, zmm5
vpbroadcastq zmm17, qword ptr [r9 + 24]
vpxorq zmm16, zmm16, zmm16
vpxorq zmm23, zmm23, zmm23
valignq zmm24, zmm2, zmm30, 6
vpxorq zmm7, zmm7, zmm7
vpaddq zmm6, zmm6, zmm24
vpbroadcastq zmm15, qword ptr [r9 + 88]
vpxorq zmm13, zmm13, zmm13
vpbroadcastq zmm11, qword ptr [r9 + 216]
vpmadd52luq zmm16, zmm29, zmm11
vpbroadcastq zmm14, qword ptr [r9 + 152]
vpmadd52luq zmm23, zmm29, zmm14
valignq zmm25, zmm12, zmm2, 6
vpmadd52huq zmm16, zmm29, zmm8
vpmadd52luq zmm7, zmm29, zmm15
vpaddq zmm18, zmm18, zmm25
vpmadd52huq zmm23, zmm29, zmm4
vpmadd52luq zmm16, zmm28, zmm14
valignq zmm9, zmm0, zmm12, 6
vpmadd52luq zmm13, zmm29, zmm17
vpmadd52huq zmm7, zmm29, zmm21
vpmadd52luq zmm23, zmm28, zmm15
vpmadd52huq zmm16, zmm28, zmm4
vpaddq zmm20, zmm20, zmm9
vpmadd52luq zmm16, zmm27, zmm15
valignq zmm22, zmm1, zmm0, 6
vpmadd52huq zmm23, zmm28, zmm21
vpaddq zmm19, zmm19, zmm22
vpmadd52luq zmm7, zmm28, zmm17
vpmadd52huq zmm16, zmm27, zmm21
vpmadd52luq zmm23, zmm27, zmm17
valignq zmm5, zmm30, zmm1, 6
vpmadd52huq zmm13, zmm29, zmm3
vpmadd52luq zmm16, zmm26, zmm17
vpaddq zmm10, zmm10, zmm5
vpmadd52huq zmm7, zmm28, zmm3
vpmadd52huq zmm23, zmm27, zmm3
vpmadd52huq zmm16, zmm26, zmm3
vpbroadcastq zmm24, qword ptr [r9 + 32]
vpxorq zmm2, zmm2, zmm2
vpxorq zmm8, zmm8, zmm8
valignq zmm25, zmm13, zmm30, 5
vpxorq zmm12, zmm12, zmm12
vpaddq zmm6, zmm6, zmm25
vpbroadcastq zmm4, qword ptr [r9 + 96]
vpxorq zmm9, zmm9, zmm9
vpbroadcastq zmm0, qword ptr [r9 + 224]
vpmadd52luq zmm2, zmm29, zmm0
vpbroadcastq zmm22, qword ptr [r9 + 160]
vpmadd52luq zmm8, zmm29, zmm22
valignq zmm21, zmm7, zmm13, 5
vpmadd52huq zmm2, zmm29, zmm11
vpmadd52luq zmm12, zmm29, zmm4
vpaddq zmm18, zmm18, zmm21
vpmadd52huq zmm8, zmm29, zmm14
vpmadd52luq zmm2, zmm28, zmm22
valignq zmm1, zmm23, zmm7, 5
vpmadd52luq zmm9, zmm29, zmm24
vpmadd52huq zmm12, zmm29, zmm15
vpmadd52luq zmm8, zmm28, zmm4
vpmadd52huq zmm2, zmm28, zmm14
vpaddq zmm20, zmm20, zmm1
vpmadd52luq zmm2, zmm27, zmm4
valignq zmm5, zmm16, zmm23, 5
vpmadd52huq zmm8, zmm28, zmm15
vpaddq zmm19, zmm19, zmm5
vpmadd52luq zmm12, zmm28, zmm24
vpmadd52huq zmm2, zmm27, zmm15
vpmadd52luq zmm8, zmm27, zmm24
valignq zmm3, zmm30, zmm16, 5
vpmadd52huq zmm9, zmm29, zmm17
vpmadd52luq zmm2, zmm26, zmm24
vpaddq zmm10, zmm10, zmm3
vpmadd52huq zmm12, zmm28, zmm17
vpmadd52huq zmm8, zmm27, zmm17
vpmadd52huq zmm2, zmm26, zmm17
vpbroadcastq zmm25, qword ptr [r9 + 40]
vpxorq zmm13, zmm13, zmm13
vpxorq zmm11, zmm11, zmm11
valignq zmm21, zmm9, zmm30, 4
vpxorq zmm7, zmm7, zmm7
vpaddq zmm6, zmm6, zmm21
vpbroadcastq zmm14, qword ptr [r9 + 104]
vpxorq zmm1, zmm1, zmm1
vpbroadcastq zmm23, qword ptr [r9 + 232]
vpmadd52luq zmm13, zmm29, zmm23
vpbroadcastq zmm5, qword ptr [r9 + 168]
vpmadd52luq zmm11, zmm29, zmm5
valignq zmm15, zmm12, zmm9, 4
vpmadd52huq zmm13, zmm29, zmm0
vpmadd52luq zmm7, zmm29, zmm14
vpaddq zmm18, zmm18, zmm15
vpmadd52huq zmm11, zmm29, zmm22
vpmadd52luq zmm13, zmm28, zmm5
valignq zmm16, zmm8, zmm12, 4
vpmadd52luq zmm1, zmm29, zmm25
vpmadd52huq zmm7, zmm29, zmm4
vpmadd52luq zmm11, zmm28, zmm14
vpmadd52huq zmm13, zmm28, zmm22
vpaddq zmm20, zmm20, zmm16
vpmadd52luq zmm13, zmm27, zmm14
valignq zmm3, zmm2, zmm8, 4
vpmadd52huq zmm11, zmm28, zmm4
vpaddq zmm19, zmm19, zmm3
vpmadd52luq zmm7, zmm28, zmm25
vpmadd52huq zmm13, zmm27, zmm4
vpmadd52luq zmm11, zmm27, zmm25
valignq zmm17, zmm30, zmm2, 4
vpmadd52huq zmm1, zmm29, zmm24
vpmadd52luq zmm13, zmm26, zmm25
vpaddq zmm10, zmm10, zmm17
vpmadd52huq zmm7, zmm28, zmm24
vpmadd52huq zmm11, zmm27, zmm24
vpmadd52huq zmm13, zmm26, zmm24
vpbroadcastq zmm21, qword ptr [r9 + 48]
vpxorq zmm9, zmm9, zmm9
vpxorq zmm0, zmm0, zmm0
valignq zmm15, zmm1, zmm30, 3
vpxorq zmm12, zmm12, zmm12
vpaddq zmm6, zmm6, zmm15
vpbroadcastq zmm22, qword ptr [r9 + 112]
vpxorq zmm16, zmm16, zmm16
vpbroadcastq zmm8, qword ptr [r9 + 240]
vpmadd52luq zmm9, zmm29, zmm8
vpbroadcastq zmm3, qword ptr [r9 + 176]
vpmadd52luq zmm0, zmm29, zmm3
valignq zmm4, zmm7, zmm1, 3
vpmadd52huq zmm9, zmm29, zmm23
vpmadd52luq zmm12, zmm29, zmm22
vpaddq zmm18, zmm18, zmm4
vpmadd52huq zmm0, zmm29, zmm5
vpmadd52luq zmm9, zmm28, zmm3
valignq zmm2, zmm11, zmm7, 3
vpmadd52luq zmm16, zmm29, zmm21
vpmadd52huq zmm12, zmm29, zmm14
vpmadd52luq zmm0, zmm28, zmm22
vpmadd52huq zmm9, zmm28, zmm5
vpaddq zmm20, zmm20, zmm2
vpmadd52luq zmm9, zmm27, zmm22
valignq zmm17, zmm13, zmm11, 3
vpmadd52huq zmm0, zmm28, zmm14
vpaddq zmm19, zmm19, zmm17
vpmadd52luq zmm12, zmm28, zmm21
vpmadd52huq zmm9, zmm27, zmm14
vpmadd52luq zmm0, zmm27, zmm21
valignq zmm24, zmm30, zmm13, 3
vpmadd52huq zmm16, zmm29, zmm25
vpmadd52luq zmm9, zmm26, zmm21
vpaddq zmm10, zmm10, zmm24
vpmadd52huq zmm12, zmm28, zmm25
vpmadd52huq zmm0, zmm27, zmm25
vpmadd52huq zmm9, zmm26, zmm25
vpbroadcastq zmm15, qword ptr [r9 + 56]
vpxorq zmm1, zmm1, zmm1
vpxorq zmm23, zmm23, zmm23
valignq zmm4, zmm16, zmm30, 2
vpxorq zmm7, zmm7, zmm7
vpaddq zmm6, zmm6, zmm4
vpbroadcastq zmm5, qword ptr [r9 + 120]
vpxorq zmm2, zmm2, zmm2
vpbroadcastq zmm11, qword ptr [r9 + 248]
vpmadd52luq zmm1, zmm29, zmm11
vpbroadcastq zmm17, qword ptr [r9 + 184]
vpmadd52luq zmm23, zmm29, zmm17
valignq zmm14, zmm12, zmm16, 2
vpmadd52huq zmm1, zmm29, zmm8
vpmadd52luq zmm7, zmm29, zmm5
vpaddq zmm18, zmm18, zmm14
vpmadd52huq zmm23, zmm29, zmm3
vpmadd52luq zmm1, zmm28, zmm17
valignq zmm13, zmm0, zmm12, 2
vpmadd52luq zmm2, zmm29, zmm15
vpmadd52huq zmm7, zmm29, zmm22
vpmadd52luq zmm23, zmm28, zmm5
vpmadd52huq zmm1, zmm28, zmm3
vpaddq zmm20, zmm20, zmm13
vpmadd52luq zmm1, zmm27, zmm5
valignq zmm24, zmm9, zmm0, 2
vpmadd52huq zmm23, zmm28, zmm22
vpaddq zmm19, zmm19, zmm24
vpmadd52luq zmm7, zmm28, zmm15
vpmadd52huq zmm1, zmm27, zmm22
vpmadd52luq zmm23, zmm27, zmm15
valignq zmm25, zmm30, zmm9, 2
vpmadd52huq zmm2, zmm29, zmm21
vpmadd52luq zmm1, zmm26, zmm15
vpaddq zmm10, zmm10, zmm25
vpmadd52huq zmm7, zmm28, zmm21
vpmadd52huq zmm23, zmm27, zmm21
vpmadd52huq zmm1, zmm26, zmm21
valignq zmm4, zmm2, zmm30, 1
vpxorq zmm16, zmm16, zmm16
vpxorq zmm8, zmm8, zmm8
vpaddq zmm6, zmm6, zmm4
vpxorq zmm14, zmm14, zmm14
vpxorq zmm12, zmm12, zmm12
valignq zmm3, zmm7, zmm2, 1
vpmadd52huq zmm16, zmm29, zmm11
vpaddq zmm18, zmm18, zmm3
vpmadd52huq zmm8, zmm29, zmm17
valignq zmm13, zmm23, zmm7, 1
vpmadd52huq zmm14, zmm29, zmm5
vpmadd52huq zmm16, zmm28, zmm17
vpaddq zmm20, zmm20, zmm13
vpmadd52huq zmm8, zmm28, zmm5
valignq zmm0, zmm1, zmm23, 1
vpaddq zmm19, zmm19, zmm0
vpmadd52huq zmm16, zmm27, zmm5
vpmadd52huq zmm12, zmm29, zmm15
valignq zmm24, zmm30, zmm1, 1
vpmadd52huq zmm14, zmm28, zmm15
vpaddq zmm10, zmm10, zmm24
vpmadd52huq zmm8, zmm27, zmm15
vpmadd52huq zmm16, zmm26, zmm15
vpaddq zmm18, zmm18, zmm12
vpaddq zmm20, zmm20, zmm14
vpaddq zmm19, zmm19, zmm8
vpaddq zmm10, zmm10, zmm16
kortestb k0, k0
jne 7f
vpbroadcastq zmm22, qword ptr [rsi]
vmovdqa64 zmm9, zmmword ptr [rdx - 6336]
vpxorq zmm25, zmm25, zmm25
vpmadd52luq zmm25, zmm22, zmm9
vpxorq zmm21, zmm21, zmm21
vpmadd52huq zmm21, zmm22, zmm9
vmovdqa64 zmm4, zmmword ptr [rdx - 6272]
vpxorq zmm2, zmm2, zmm2
vpmadd52luq zmm2, zmm22, zmm4
vpxorq zmm11, zmm11, zmm11
vpmadd52huq zmm11, zmm22, zmm4
vpbroadcastq zmm3, qword ptr [rsi + 8]
vmovdqa64 zmm7, zmmword ptr [rdx - 6016]
vpxorq zmm17, zmm17, zmm17
vpmadd52luq zmm17, zmm3, zmm7
vpxorq zmm13, zmm13, zmm13
vpmadd52huq zmm13, zmm3, zmm7
vmovdqa64 zmm23, zmmword ptr [rdx - 5952]
vpxorq zmm0, zmm0, zmm0
vpmadd52luq zmm0, zmm3, zmm23
vpxorq zmm5, zmm5, zmm5
vpmadd52huq zmm5, zmm3, zmm23
vpbroadcastq zmm29, qword ptr [rsi + 16]
vmovdqa64 zmm1, zmmword ptr [rdx - 5696]
vpxorq zmm28, zmm28, zmm28
vpmadd52luq zmm28, zmm29, zmm1
vpxorq zmm24, zmm24, zmm24
vpmadd52huq zmm24, zmm29, zmm1
vmovdqa64 zmm27, zmmword ptr [rdx - 5632]
vpxorq zmm26, zmm26, zmm26
vpmadd52luq zmm26, zmm29, zmm27
vpxorq zmm15, zmm15, zmm15
vpmadd52huq zmm15, zmm29, zmm27
vpbroadcastq zmm12, qword ptr [rsi + 24]
vmovdqa64 zmm14, zmmword ptr [rdx - 5376]
vpmadd52luq zmm25, zmm12, zmm14
vpmadd52huq zmm21, zmm12, zmm14
vmovdqa64 zmm8, zmmword ptr [rdx - 5312]
vpmadd52luq zmm2, zmm12, zmm8
vpmadd52huq zmm11, zmm12, zmm8
vpbroadcastq zmm16, qword ptr [rsi + 32]
vmovdqa64 zmm9, zmmword ptr [rdx - 5056]
vpmadd52luq zmm17, zmm16, zmm9
vpmadd52huq zmm13, zmm16, zmm9
vmovdqa64 zmm22, zmmword ptr [rdx - 4992]
vpmadd52luq zmm0, zmm16, zmm22
vpmadd52huq zmm5, zmm16, zmm22
vpbroadcastq zmm4, qword ptr [rsi + 40]
vmovdqa64 zmm7, zmmword ptr [rdx - 4736]
vpmadd52luq zmm28, zmm4, zmm7
vpmadd52huq zmm24, zmm4, zmm7
vmovdqa64 zmm3, zmmword ptr [rdx - 4672]
vpmadd52luq zmm26, zmm4, zmm3
vpmadd52huq zmm15, zmm4, zmm3
vpbroadcastq zmm23, qword ptr [rsi + 48]
vmovdqa64 zmm1, zmmword ptr [rdx - 4416]
vpmadd52luq zmm25, zmm23, zmm1
vpmadd52huq zmm21, zmm23, zmm1
vmovdqa64 zmm29, zmmword ptr [rdx - 4352]
vpmadd52luq zmm2, zmm23, zmm29
vpmadd52huq zmm11, zmm23, zmm29
vpbroadcastq zmm27, qword ptr [rsi + 56]
vmovdqa64 zmm14, zmmword ptr [rdx - 4096]
vpmadd52luq zmm17, zmm27, zmm14
vpmadd52huq zmm13, zmm27, zmm14
vmovdqa64 zmm12, zmmword ptr [rdx - 4032]
vpmadd52luq zmm0, zmm27, zmm12
vpmadd52huq zmm5, zmm27, zmm12
vpbroadcastq zmm8, qword ptr [rsi + 64]
vmovdqa64 zmm9, zmmword ptr [rdx - 3776]
vpmadd52luq zmm28, zmm8, zmm9
vpmadd52huq zmm24, zmm8, zmm9
vmovdqa64 zmm16, zmmword ptr [rdx - 3712]
vpmadd52luq zmm26, zmm8, zmm16
vpmadd52huq zmm15, zmm8, zmm16
vpbroadcastq zmm22, qword ptr [rsi + 72]
vmovdqa64 zmm7, zmmword ptr [rdx - 3456]
vpmadd52luq zmm25, zmm22, zmm7
vpmadd52huq zmm21, zmm22, zmm7
vmovdqa64 zmm4, zmmword ptr [rdx - 3392]
vpmadd52luq zmm2, zmm22, zmm4
vpmadd52huq zmm11, zmm22, zmm4
vpbroadcastq zmm3, qword ptr [rsi + 80]
vmovdqa64 zmm1, zmmword ptr [rdx - 3136]
vpmadd52luq zmm17, zmm3, zmm1
vpmadd52huq zmm13, zmm3, zmm1
vmovdqa64 zmm23, zmmword ptr [rdx - 3072]
vpmadd52luq zmm0, zmm3, zmm23
vpmadd52huq zmm5, zmm3, zmm23
vpbroadcastq zmm29, qword ptr [rsi + 88]
vmovdqa64 zmm14, zmmword ptr [rdx - 2816]
vpmadd52luq zmm28, zmm29, zmm14
vpmadd52huq zmm24, zmm29, zmm14
vmovdqa64 zmm27, zmmword ptr [rdx - 2752]
vpmadd52luq zmm26, zmm29, zmm27
vpmadd52huq zmm15, zmm29, zmm27
vpbroadcastq zmm12, qword ptr [rsi + 96]
vmovdqa64 zmm9, zmmword ptr [rdx - 2496]
vpmadd52luq zmm25, zmm12, zmm9
vpmadd52huq zmm21, zmm12, zmm9
vmovdqa64 zmm8, zmmword ptr [rdx - 2432]
vpmadd52luq zmm2, zmm12, zmm8
vpmadd52huq zmm11, zmm12, zmm8
vpbroadcastq zmm16, qword ptr [rsi + 104]
vmovdqa64 zmm7, zmmword ptr [rdx - 2176]
vpmadd52luq zmm17, zmm16, zmm7
vpmadd52huq zmm13, zmm16, zmm7
vmovdqa64 zmm22, zmmword ptr [rdx - 2112]
vpmadd52luq zmm0, zmm16, zmm22
vpmadd52huq zmm5, zmm16, zmm22
vpbroadcastq zmm4, qword ptr [rsi + 112]
vmovdqa64 zmm1, zmmword ptr [rdx - 1856]
vpmadd52luq zmm28, zmm4, zmm1
vpmadd52huq zmm24, zmm4, zmm1
vmovdqa64 zmm3, zmmword ptr [rdx - 1792]
vpmadd52luq zmm26, zmm4, zmm3
vpmadd52huq zmm15, zmm4, zmm3
vpbroadcastq zmm23, qword ptr [rsi + 120]
vmovdqa64 zmm14, zmmword ptr [rdx - 1536]
vpmadd52luq zmm25, zmm23, zmm14
vpmadd52huq zmm21, zmm23, zmm14
vmovdqa64 zmm29, zmmword ptr [rdx - 1472]
vpmadd52luq zmm2, zmm23, zmm29
vpmadd52huq zmm11, zmm23, zmm29
vpbroadcastq zmm27, qword ptr [rsi + 128]
vmovdqa64 zmm9, zmmword ptr [rdx - 1216]
vpmadd52luq zmm17, zmm27, zmm9
vpmadd52huq zmm13, zmm27, zmm9
vmovdqa64 zmm12, zmmword ptr [rdx - 1152]
vpmadd52luq zmm0, zmm27, zmm12
vpmadd52huq zmm5, zmm27, zmm12
vpbroadcastq zmm8, qword ptr [rsi + 136]
vmovdqa64 zmm7, zmmword ptr [rdx - 896]
vpmadd52luq zmm28, zmm8, zmm7
vpmadd52huq zmm24, zmm8, zmm7
vmovdqa64 zmm16, zmmword ptr [rdx - 832]
vpmadd52luq zmm26, zmm8, zmm16
vpmadd52huq zmm15, zmm8, zmm16
vpbroadcastq zmm22, qword ptr [rsi + 144]
vmovdqa64 zmm1, zmmword ptr [rdx - 576]
vpmadd52luq zmm25, zmm22, zmm1
vpmadd52huq zmm21, zmm22, zmm1
vmovdqa64 zmm4, zmmword ptr [rdx - 512]
vpmadd52luq zmm2, zmm22, zmm4
vpmadd52huq zmm11, zmm22, zmm4
vpbroadcastq zmm3, qword ptr [rsi + 152]
vmovdqa64 zmm14, zmmword ptr [rdx - 256]
vpmadd52luq zmm17, zmm3, zmm14
vpmadd52huq zmm13, zmm3, zmm14
vmovdqa64 zmm23, zmmword ptr [rdx - 192]
vpmadd52luq zmm0, zmm3, zmm23
vpmadd52huq zmm5, zmm3, zmm23
vpbroadcastq zmm29, qword ptr [rsi + 160]
vmovdqa64 zmm9, zmmword ptr [rdx + 64]
vpmadd52luq zmm28, zmm29, zmm9
vpmadd52huq zmm24, zmm29, zmm9
vmovdqa64 zmm27, zmmword ptr [rdx + 128]
vpmadd52luq zmm26, zmm29, zmm27
vpmadd52huq zmm15, zmm29, zmm27
vpbroadcastq zmm12, qword ptr [rsi + 168]
vmovdqa64 zmm7, zmmword ptr [rdx + 384]
vpmadd52luq zmm25, zmm12, zmm7
vpmadd52huq zmm21, zmm12, zmm7
vmovdqa64 zmm8, zmmword ptr [rdx + 448]
vpmadd52luq zmm2, zmm12, zmm8
vpmadd52huq zmm11, zmm12, zmm8
vpbroadcastq zmm16, qword ptr [rsi + 176]
vmovdqa64 zmm1, zmmword ptr [rdx + 704]
vpmadd52luq zmm17, zmm16, zmm1
vpmadd52huq zmm13, zmm16, zmm1
vmovdqa64 zmm22, zmmword ptr [rdx + 768]
vpmadd52luq zmm0, zmm16, zmm22
vpmadd52huq zmm5, zmm16, zmm22
vpbroadcastq zmm4, qword ptr [rsi + 184]
vmovdqa64 zmm14, zmmword ptr [rdx + 1024]
vpmadd52luq zmm28, zmm4, zmm14
vpmadd52huq zmm24, zmm4, zmm14
vmovdqa64 zmm3, zmmword ptr [rdx + 1088]
vpmadd52luq zmm26, zmm4, zmm3
vpmadd52huq zmm15, zmm4, zmm3
vpbroadcastq zmm23, qword ptr [rsi + 192]
vmovdqa64 zmm9, zmmword ptr [rdx + 1344]
vpmadd52luq zmm25, zmm23, zmm9
vpmadd52huq zmm21, zmm23, zmm9
vmovdqa64 zmm29, zmmword ptr [rdx + 1408]
vpmadd52luq zmm2, zmm23, zmm29
vpmadd52huq zmm11, zmm23, zmm29
vpbroadcastq zmm27, qword ptr [rsi + 200]
vmovdqa64 zmm7, zmmword ptr [rdx + 1664]
vpmadd52luq zmm17, zmm27, zmm7
vpmadd52huq zmm13, zmm27, zmm7
vmovdqa64 zmm12, zmmword ptr [rdx + 1728]
vpmadd52luq zmm0, zmm27, zmm12
vpmadd52huq zmm5, zmm27, zmm12
vpbroadcastq zmm8, qword ptr [rsi + 208]
vmovdqa64 zmm1, zmmword ptr [rdx + 1984]
vpmadd52luq zmm28, zmm8, zmm1
vpmadd52huq zmm24, zmm8, zmm1
vmovdqa64 zmm16, zmmword ptr [rdx + 2048]
vpmadd52luq zmm26, zmm8, zmm16
vpmadd52huq zmm15, zmm8, zmm16
vpbroadcastq zmm22, qword ptr [rsi + 216]
vmovdqa64 zmm14, zmmword ptr [rdx + 2304]
vpmadd52luq zmm25, zmm22, zmm14
vpmadd52huq zmm21, zmm22, zmm14
vmovdqa64 zmm4, zmmword ptr [rdx + 2368]
vpmadd52luq zmm2, zmm22, zmm4
vpmadd52huq zmm11, zmm22, zmm4
vpbroadcastq zmm3, qword ptr [rsi + 224]
vmovdqa64 zmm9, zmmword ptr [rdx + 2624]
vpmadd52luq zmm17, zmm3, zmm9
vpmadd52huq zmm13, zmm3, zmm9
vmovdqa64 zmm23, zmmword ptr [rdx + 2688]
vpmadd52luq zmm0, zmm3, zmm23
vpmadd52huq zmm5, zmm3, zmm23
vpbroadcastq zmm29, qword ptr [rsi + 232]
vmovdqa64 zmm7, zmmword ptr [rdx + 2944]
vpmadd52luq zmm28, zmm29, zmm7
vpmadd52huq zmm24, zmm29, zmm7
vmovdqa64 zmm27, zmmword ptr [rdx + 3008]
vpmadd52luq zmm26, zmm29, zmm27
vpmadd52huq zmm15, zmm29, zmm27
vpbroadcastq zmm12, qword ptr [rsi + 240]
vmovdqa64 zmm1, zmmword ptr [rdx + 3264]
vpmadd52luq zmm25, zmm12, zmm1
vpmadd52huq zmm21, zmm12, zmm1
vmovdqa64 zmm8, zmmword ptr [rdx + 3328]
vpmadd52luq zmm2, zmm12, zmm8
vpmadd52huq zmm11, zmm12, zmm8
vpbroadcastq zmm16, qword ptr [rsi + 248]
vmovdqa64 zmm14, zmmword ptr [rdx + 3584]
vpmadd52luq zmm17, zmm16, zmm14
vpmadd52huq zmm13, zmm16, zmm14
vmovdqa64 zmm22, zmmword ptr [rdx + 3648]
vpmadd52luq zmm0, zmm16, zmm22
vpmadd52huq zmm5, zmm16, zmm22
vpbroadcastq zmm4, qword ptr [rsi + 256]
vmovdqa64 zmm9, zmmword ptr [rdx + 3904]
vpmadd52luq zmm28, zmm4, zmm9
vpmadd52huq zmm24, zmm4, zmm9
vmovdqa64 zmm3, zmmword ptr [rdx + 3968]
vpmadd52luq zmm26, zmm4, zmm3
vpmadd52huq zmm15, zmm4, zmm3
vpbroadcastq zmm23, qword ptr [rsi + 264]
vmovdqa64 zmm7, zmmword ptr [rdx + 4224]
vpmadd52luq zmm25, zmm23, zmm7
vpmadd52huq zmm21, zmm23, zmm7
vmovdqa64 zmm29, zmmword ptr [rdx + 4288]
vpmadd52luq zmm2, zmm23, zmm29
vpmadd52huq zmm11, zmm23, zmm29
vpbroadcastq zmm27, qword ptr [rsi + 272]
vmovdqa64 zmm1, zmmword ptr [rdx + 4544]
vpmadd52luq zmm17, zmm27, zmm1
vpmadd52huq zmm13, zmm27, zmm1
vmovdqa64 zmm12, zmmword ptr [rdx + 4608]
vpmadd52luq zmm0, zmm27, zmm12
vpmadd52huq zmm5, zmm27, zmm12
vpbroadcastq zmm8, qword ptr [rsi + 280]
vmovdqa64 zmm14, zmmword ptr [rdx + 4864]
vpmadd52luq zmm28, zmm8, zmm14
vpmadd52huq zmm24, zmm8, zmm14
vmovdqa64 zmm16, zmmword ptr [rdx + 4928]
vpmadd52luq zmm26, zmm8, zmm16
vpmadd52huq zmm15, zmm8, zmm16
vpbroadcastq zmm22, qword ptr [rsi + 288]
vmovdqa64 zmm9, zmmword ptr [rdx + 5184]
vpmadd52luq zmm25, zmm22, zmm9
vpmadd52huq zmm21, zmm22, zmm9
vmovdqa64 zmm4, zmmword ptr [rdx + 5248]
vpmadd52luq zmm2, zmm22, zmm4
vpmadd52huq zmm11, zmm22, zmm4
vpbroadcastq zmm3, qword ptr [rsi + 296]
vmovdqa64 zmm7, zmmword ptr [rdx + 5504]
vpmadd52luq zmm17, zmm3, zmm7
vpmadd52huq zmm13, zmm3, zmm7
vmovdqa64 zmm23, zmmword ptr [rdx + 5568]
vpmadd52luq zmm0, zmm3, zmm23
vpmadd52huq zmm5, zmm3, zmm23
vpbroadcastq zmm29, qword ptr [rsi + 304]
vmovdqa64 zmm1, zmmword ptr [rdx + 5824]
vpmadd52luq zmm28, zmm29, zmm1
vpmadd52huq zmm24, zmm29, zmm1
vmovdqa64 zmm27, zmmword ptr [rdx + 5888]
vpmadd52luq zmm26, zmm29, zmm27
vpmadd52huq zmm15, zmm29, zmm27
vpbroadcastq zmm12, qword ptr [rsi + 312]
vmovdqa64 zmm14, zmmword ptr [rdx + 6144]
vpmadd52luq zmm25, zmm12, zmm14
vpmadd52huq zmm21, zmm12, zmm14
vmovdqa64 zmm8, zmmword ptr [rdx + 6208]
vpmadd52luq zmm2, zmm12, zmm8
vpmadd52huq zmm11, zmm12, zmm8
vpbroadcastq zmm16, qword ptr [rsi + 320]
vmovdqa64 zmm9, zmmword ptr [rdx + 6464]
vpmadd52luq zmm17, zmm16, zmm9
vpmadd52huq zmm13, zmm16, zmm9
vmovdqa64 zmm22, zmmword ptr [rdx + 6528]
vpmadd52luq zmm0, zmm16, zmm22
vpmadd52huq zmm5, zmm16, zmm22
vpaddq zmm25, zmm25, zmm17
vpaddq zmm21, zmm21, zmm13
vpaddq zmm25, zmm25, zmm28
vpaddq zmm21, zmm21, zmm24
vpaddq zmm2, zmm2, zmm0
vpaddq zmm11, zmm11, zmm5
vpaddq zmm2, zmm2, zmm26
vpaddq zmm11, zmm11, zmm15
valignq zmm4, zmm30, zmm11, 7
vpsrlq zmm7, zmm4, 52
valignq zmm3, zmm11, zmm21, 7
vpaddq zmm23, zmm10, zmm2
vpaddq zmm1, zmm23, zmm3
vpsrlq zmm29, zmm1, 52
vpandq zmm27, zmm4, zmm31
valignq zmm14, zmm7, zmm29, 7
vpaddq zmm24, zmm27, zmm14
vmovdqa64 zmmword ptr [rdi + 320], zmm24
vpaddq zmm12, zmm25, zmm19
valignq zmm8, zmm21, zmm30, 7
vpaddq zmm9, zmm12, zmm8
vpsrlq zmm16, zmm9, 52
vpandq zmm22, zmm1, zmm31
valignq zmm17, zmm29, zmm16, 7
vpaddq zmm13, zmm22, zmm17
vmovdqa64 zmmword ptr [rdi + 256], zmm13
vporq zmm28, zmm24, zmm13
vpbroadcastq zmm0, qword ptr [rsi]
vmovdqa64 zmm5, zmmword ptr [rdx - 6464]
vpxorq zmm26, zmm26, zmm26
vpmadd52luq zmm26, zmm0, zmm5
vpxorq zmm15, zmm15, zmm15
vpmadd52huq zmm15, zmm0, zmm5
vmovdqa64 zmm11, zmmword ptr [rdx - 6400]
vpxorq zmm10, zmm10, zmm10
vpmadd52luq zmm10, zmm0, zmm11
vpxorq zmm2, zmm2, zmm2
vpmadd52huq zmm2, zmm0, zmm11
vpbroadcastq zmm3, qword ptr [rsi + 8]
vmovdqa64 zmm23, zmmword ptr [rdx - 6144]
vpxorq zmm4, zmm4, zmm4
vpmadd52luq zmm4, zmm3, zmm23
vpxorq zmm7, zmm7, zmm7
vpmadd52huq zmm7, zmm3, zmm23
vmovdqa64 zmm27, zmmword ptr [rdx - 6080]
vpxorq zmm14, zmm14, zmm14
vpmadd52luq zmm14, zmm3, zmm27
vpxorq zmm12, zmm12, zmm12
vpmadd52huq zmm12, zmm3, zmm27
vpbroadcastq zmm8, qword ptr [rsi + 16]
vmovdqa64 zmm9, zmmword ptr [rdx - 5824]
vpmadd52luq zmm26, zmm8, zmm9
vpmadd52huq zmm15, zmm8, zmm9
vmovdqa64 zmm1, zmmword ptr [rdx - 5760]
vpmadd52luq zmm10, zmm8, zmm1
vpmadd52huq zmm2, zmm8, zmm1
vpbroadcastq zmm29, qword ptr [rsi + 24]
vmovdqa64 zmm16, zmmword ptr [rdx - 5504]
vpmadd52luq zmm4, zmm29, zmm16
vpmadd52huq zmm7, zmm29, zmm16
vmovdqa64 zmm22, zmmword ptr [rdx - 5440]
vpmadd52luq zmm14, zmm29, zmm22
vpmadd52huq zmm12, zmm29, zmm22
vpbroadcastq zmm17, qword ptr [rsi + 32]
vmovdqa64 zmm5, zmmword ptr [rdx - 5184]
vpmadd52luq zmm26, zmm17, zmm5
vpmadd52huq zmm15, zmm17, zmm5
vmovdqa64 zmm0, zmmword ptr [rdx - 5120]
vpmadd52luq zmm10, zmm17, zmm0
vpmadd52huq zmm2, zmm17, zmm0
vpbroadcastq zmm11, qword ptr [rsi + 40]
vmovdqa64 zmm23, zmmword ptr [rdx - 4864]
vpmadd52luq zmm4, zmm11, zmm23
vpmadd52huq zmm7, zmm11, zmm23
vmovdqa64 zmm3, zmmword ptr [rdx - 4800]
vpmadd52luq zmm14, zmm11, zmm3
vpmadd52huq zmm12, zmm11, zmm3
vpbroadcastq zmm27, qword ptr [rsi + 48]
vmovdqa64 zmm9, zmmword ptr [rdx - 4544]
vpmadd52luq zmm26, zmm27, zmm9
vpmadd52huq zmm15, zmm27, zmm9
vmovdqa64 zmm8, zmmword ptr [rdx - 4480]
vpmadd52luq zmm10, zmm27, zmm8
vpmadd52huq zmm2, zmm27, zmm8
vpbroadcastq zmm1, qword ptr [rsi + 56]
vmovdqa64 zmm16, zmmword ptr [rdx - 4224]
vpmadd52luq zmm4, zmm1, zmm16
vpmadd52huq zmm7, zmm1, zmm16
vmovdqa64 zmm29, zmmword ptr [rdx - 4160]
vpmadd52luq zmm14, zmm1, zmm29
vpmadd52huq zmm12, zmm1, zmm29
vpbroadcastq zmm22, qword ptr [rsi + 64]
vmovdqa64 zmm5, zmmword ptr [rdx - 3904]
vpmadd52luq zmm26, zmm22, zmm5
vpmadd52huq zmm15, zmm22, zmm5
vmovdqa64 zmm17, zmmword ptr [rdx - 3840]
vpmadd52luq zmm10, zmm22, zmm17
vpmadd52huq zmm2, zmm22, zmm17
vpbroadcastq zmm0, qword ptr [rsi + 72]
vmovdqa64 zmm23, zmmword ptr [rdx - 3584]
vpmadd52luq zmm4, zmm0, zmm23
vpmadd52huq zmm7, zmm0, zmm23
vmovdqa64 zmm11, zmmword ptr [rdx - 3520]
vpmadd52luq zmm14, zmm0, zmm11
vpmadd52huq zmm12, zmm0, zmm11
vpbroadcastq zmm3, qword ptr [rsi + 80]
vmovdqa64 zmm9, zmmword ptr [rdx - 3264]
vpmadd52luq zmm26, zmm3, zmm9
vpmadd52huq zmm15, zmm3, zmm9
vmovdqa64 zmm27, zmmword ptr [rdx - 3200]
vpmadd52luq zmm10, zmm3, zmm27
vpmadd52huq zmm2, zmm3, zmm27
vpbroadcastq zmm8, qword ptr [rsi + 88]
vmovdqa64 zmm16, zmmword ptr [rdx - 2944]
vpmadd52luq zmm4, zmm8, zmm16
vpmadd52huq zmm7, zmm8, zmm16
vmovdqa64 zmm1, zmmword ptr [rdx - 2880]
vpmadd52luq zmm14, zmm8, zmm1
vpmadd52huq zmm12, zmm8, zmm1
vpbroadcastq zmm29, qword ptr [rsi + 96]
vmovdqa64 zmm5, zmmword ptr [rdx - 2624]
vpmadd52luq zmm26, zmm29, zmm5
vpmadd52huq zmm15, zmm29, zmm5
vmovdqa64 zmm22, zmmword ptr [rdx - 2560]
vpmadd52luq zmm10, zmm29, zmm22
vpmadd52huq zmm2, zmm29, zmm22
vpbroadcastq zmm17, qword ptr [rsi + 104]
vmovdqa64 zmm23, zmmword ptr [rdx - 2304]
vpmadd52luq zmm4, zmm17, zmm23
vpmadd52huq zmm7, zmm17, zmm23
vmovdqa64 zmm0, zmmword ptr [rdx - 2240]
vpmadd52luq zmm14, zmm17, zmm0
vpmadd52huq zmm12, zmm17, zmm0
vpbroadcastq zmm11, qword ptr [rsi + 112]
vmovdqa64 zmm9, zmmword ptr [rdx - 1984]
vpmadd52luq zmm26, zmm11, zmm9
vpmadd52huq zmm15, zmm11, zmm9
vmovdqa64 zmm3, zmmword ptr [rdx - 1920]
vpmadd52luq zmm10, zmm11, zmm3
vpmadd52huq zmm2, zmm11, zmm3
vpbroadcastq zmm27, qword ptr [rsi + 120]
vmovdqa64 zmm16, zmmword ptr [rdx - 1664]
vpmadd52luq zmm4, zmm27, zmm16
vpmadd52huq zmm7, zmm27, zmm16
vmovdqa64 zmm8, zmmword ptr [rdx - 1600]
vpmadd52luq zmm14, zmm27, zmm8
vpmadd52huq zmm12, zmm27, zmm8
vpbroadcastq zmm1, qword ptr [rsi + 128]
vmovdqa64 zmm5, zmmword ptr [rdx - 1344]
vpmadd52luq zmm26, zmm1, zmm5
vpmadd52huq zmm15, zmm1, zmm5
vmovdqa64 zmm29, zmmword ptr [rdx - 1280]
vpmadd52luq zmm10, zmm1, zmm29
vpmadd52huq zmm2, zmm1, zmm29
vpbroadcastq zmm22, qword ptr [rsi + 136]
vmovdqa64 zmm23, zmmword ptr [rdx - 1024]
vpmadd52luq zmm4, zmm22, zmm23
vpmadd52huq zmm7, zmm22, zmm23
vmovdqa64 zmm17, zmmword ptr [rdx - 960]
vpmadd52luq zmm14, zmm22, zmm17
vpmadd52huq zmm12, zmm22, zmm17
vpbroadcastq zmm0, qword ptr [rsi + 144]
vmovdqa64 zmm9, zmmword ptr [rdx - 704]
vpmadd52luq zmm26, zmm0, zmm9
vpmadd52huq zmm15, zmm0, zmm9
vmovdqa64 zmm11, zmmword ptr [rdx - 640]
vpmadd52luq zmm10, zmm0, zmm11
vpmadd52huq zmm2, zmm0, zmm11
vpbroadcastq zmm3, qword ptr [rsi + 152]
vmovdqa64 zmm16, zmmword ptr [rdx - 384]
vpmadd52luq zmm4, zmm3, zmm16
vpmadd52huq zmm7, zmm3, zmm16
vmovdqa64 zmm27, zmmword ptr [rdx - 320]
vpmadd52luq zmm14, zmm3, zmm27
vpmadd52huq zmm12, zmm3, zmm27
vpbroadcastq zmm8, qword ptr [rsi + 160]
vmovdqa64 zmm5, zmmword ptr [rdx - 64]
vpmadd52luq zmm26, zmm8, zmm5
vpmadd52huq zmm15, zmm8, zmm5
vmovdqa64 zmm1, zmmword ptr [rdx]
vpmadd52luq zmm10, zmm8, zmm1
vpmadd52huq zmm2, zmm8, zmm1
vpbroadcastq zmm29, qword ptr [rsi + 168]
vmovdqa64 zmm23, zmmword ptr [rdx + 256]
vpmadd52luq zmm4, zmm29, zmm23
vpmadd52huq zmm7, zmm29, zmm23
vmovdqa64 zmm22, zmmword ptr [rdx + 320]
vpmadd52luq zmm14, zmm29, zmm22
vpmadd52huq zmm12, zmm29, zmm22
vpbroadcastq zmm17, qword ptr [rsi + 176]
vmovdqa64 zmm9, zmmword ptr [rdx + 576]
vpmadd52luq zmm26, zmm17, zmm9
vpmadd52huq zmm15, zmm17, zmm9
vmovdqa64 zmm0, zmmword ptr [rdx + 640]
vpmadd52luq zmm10, zmm17, zmm0
vpmadd52huq zmm2, zmm17, zmm0
vpbroadcastq zmm11, qword ptr [rsi + 184]
vmovdqa64 zmm16, zmmword ptr [rdx + 896]
vpmadd52luq zmm4, zmm11, zmm16
vpmadd52huq zmm7, zmm11, zmm16
vmovdqa64 zmm3, zmmword ptr [rdx + 960]
vpmadd52luq zmm14, zmm11, zmm3
vpmadd52huq zmm12, zmm11, zmm3
vpbroadcastq zmm27, qword ptr [rsi + 192]
vmovdqa64 zmm5, zmmword ptr [rdx + 1216]
vpmadd52luq zmm26, zmm27, zmm5
vpmadd52huq zmm15, zmm27, zmm5
vmovdqa64 zmm8, zmmword ptr [rdx + 1280]
vpmadd52luq zmm10, zmm27, zmm8
vpmadd52huq zmm2, zmm27, zmm8
vpbroadcastq zmm1, qword ptr [rsi + 200]
vmovdqa64 zmm23, zmmword ptr [rdx + 1536]
vpmadd52luq zmm4, zmm1, zmm23
vpmadd52huq zmm7, zmm1, zmm23
vmovdqa64 zmm29, zmmword ptr [rdx + 1600]
vpmadd52luq zmm14, zmm1, zmm29
vpmadd52huq zmm12, zmm1, zmm29
vpbroadcastq zmm22, qword ptr [rsi + 208]
vmovdqa64 zmm9, zmmword ptr [rdx + 1856]
vpmadd52luq zmm26, zmm22, zmm9
vpmadd52huq zmm15, zmm22, zmm9
vmovdqa64 zmm17, zmmword ptr [rdx + 1920]
vpmadd52luq zmm10, zmm22, zmm17
vpmadd52huq zmm2, zmm22, zmm17
vpbroadcastq zmm0, qword ptr [rsi + 216]
vmovdqa64 zmm16, zmmword ptr [rdx + 2176]
vpmadd52luq zmm4, zmm0, zmm16
vpmadd52huq zmm7, zmm0, zmm16
vmovdqa64 zmm11, zmmword ptr [rdx + 2240]
vpmadd52luq zmm14, zmm0, zmm11
vpmadd52huq zmm12, zmm0, zmm11
vpbroadcastq zmm3, qword ptr [rsi + 224]
vmovdqa64 zmm5, zmmword ptr [rdx + 2496]
vpmadd52luq zmm26, zmm3, zmm5
vpmadd52huq zmm15, zmm3, zmm5
vmovdqa64 zmm27, zmmword ptr [rdx + 2560]
vpmadd52luq zmm10, zmm3, zmm27
vpmadd52huq zmm2, zmm3, zmm27
vpbroadcastq zmm8, qword ptr [rsi + 232]
vmovdqa64 zmm23, zmmword ptr [rdx + 2816]
vpmadd52luq zmm4, zmm8, zmm23
vpmadd52huq zmm7, zmm8, zmm23
vmovdqa64 zmm1, zmmword ptr [rdx + 2880]
vpmadd52luq zmm14, zmm8, zmm1
vpmadd52huq zmm12, zmm8, zmm1
vpbroadcastq zmm29, qword ptr [rsi + 240]
vmovdqa64 zmm9, zmmword ptr [rdx + 3136]
vpmadd52luq zmm26, zmm29, zmm9
vpmadd52huq zmm15, zmm29, zmm9
vmovdqa64 zmm22, zmmword ptr [rdx + 3200]
vpmadd52luq zmm10, zmm29, zmm22
vpmadd52huq zmm2, zmm29, zmm22
vpbroadcastq zmm17, qword ptr [rsi + 248]
vmovdqa64 zmm16, zmmword ptr [rdx + 3456]
vpmadd52luq zmm4, zmm17, zmm16
vpmadd52huq zmm7, zmm17, zmm16
vmovdqa64 zmm0, zmmword ptr [rdx + 3520]
vpmadd52luq zmm14, zmm17, zmm0
vpmadd52huq zmm12, zmm17, zmm0
vpbroadcastq zmm11, qword ptr [rsi + 256]
vmovdqa64 zmm5, zmmword ptr [rdx + 3776]
vpmadd52luq zmm26, zmm11, zmm5
vpmadd52huq zmm15, zmm11, zmm5
vmovdqa64 zmm3, zmmword ptr [rdx + 3840]
vpmadd52luq zmm10, zmm11, zmm3
vpmadd52huq zmm2, zmm11, zmm3
vpbroadcastq zmm27, qword ptr [rsi + 264]
vmovdqa64 zmm23, zmmword ptr [rdx + 4096]
vpmadd52luq zmm4, zmm27, zmm23
vpmadd52huq zmm7, zmm27, zmm23
vmovdqa64 zmm8, zmmword ptr [rdx + 4160]
vpmadd52luq zmm14, zmm27, zmm8
vpmadd52huq zmm12, zmm27, zmm8
vpbroadcastq zmm1, qword ptr [rsi + 272]
vmovdqa64 zmm9, zmmword ptr [rdx + 4416]
vpmadd52luq zmm26, zmm1, zmm9
vpmadd52huq zmm15, zmm1, zmm9
vmovdqa64 zmm29, zmmword ptr [rdx + 4480]
vpmadd52luq zmm10, zmm1, zmm29
vpmadd52huq zmm2, zmm1, zmm29
vpbroadcastq zmm22, qword ptr [rsi + 280]
vmovdqa64 zmm16, zmmword ptr [rdx + 4736]
vpmadd52luq zmm4, zmm22, zmm16
vpmadd52huq zmm7, zmm22, zmm16
vmovdqa64 zmm17, zmmword ptr [rdx + 4800]
vpmadd52luq zmm14, zmm22, zmm17
vpmadd52huq zmm12, zmm22, zmm17
vpbroadcastq zmm0, qword ptr [rsi + 288]
vmovdqa64 zmm5, zmmword ptr [rdx + 5056]
vpmadd52luq zmm26, zmm0, zmm5
vpmadd52huq zmm15, zmm0, zmm5
vmovdqa64 zmm11, zmmword ptr [rdx + 5120]
vpmadd52luq zmm10, zmm0, zmm11
vpmadd52huq zmm2, zmm0, zmm11
vpbroadcastq zmm3, qword ptr [rsi + 296]
vmovdqa64 zmm23, zmmword ptr [rdx + 5376]
vpmadd52luq zmm4, zmm3, zmm23
vpmadd52huq zmm7, zmm3, zmm23
vmovdqa64 zmm27, zmmword ptr [rdx + 5440]
vpmadd52luq zmm14, zmm3, zmm27
vpmadd52huq zmm12, zmm3, zmm27
vpbroadcastq zmm8, qword ptr [rsi + 304]
vmovdqa64 zmm9, zmmword ptr [rdx + 5696]
vpmadd52luq zmm26, zmm8, zmm9
vpmadd52huq zmm15, zmm8, zmm9
vmovdqa64 zmm1, zmmword ptr [rdx + 5760]
vpmadd52luq zmm10, zmm8, zmm1
vpmadd52huq zmm2, zmm8, zmm1
vpbroadcastq zmm29, qword ptr [rsi + 312]
vmovdqa64 zmm16, zmmword ptr [rdx + 6016]
vpmadd52luq zmm4, zmm29, zmm16
vpmadd52huq zmm7, zmm29, zmm16
vmovdqa64 zmm22, zmmword ptr [rdx + 6080]
vpmadd52luq zmm14, zmm29, zmm22
vpmadd52huq zmm12, zmm29, zmm22
vpbroadcastq zmm17, qword ptr [rsi + 320]
vmovdqa64 zmm5, zmmword ptr [rdx + 6336]
vpmadd52luq zmm26, zmm17, zmm5
vpmadd52huq zmm15, zmm17, zmm5
vmovdqa64 zmm0, zmmword ptr [rdx + 6400]
vpmadd52luq zmm10, zmm17, zmm0
vpmadd52huq zmm2, zmm17, zmm0
vpaddq zmm26, zmm26, zmm4
vpaddq zmm15, zmm15, zmm7
vpaddq zmm10, zmm10, zmm14
vpaddq zmm2, zmm2, zmm12
valignq zmm11, zmm21, zmm2, 7
vpaddq zmm23, zmm19, zmm25
vpaddq zmm3, zmm23, zmm11
vpsrlq zmm27, zmm3, 52
valignq zmm9, zmm2, zmm15, 7
vpaddq zmm8, zmm20, zmm10
vpaddq zmm1, zmm8, zmm9
vpsrlq zmm16, zmm1, 52
vpandq zmm29, zmm3, zmm31
valignq zmm22, zmm27, zmm16, 7
vpaddq zmm5, zmm29, zmm22
vmovdqa64 zmmword ptr [rdi + 192], zmm5
vporq zmm17, zmm28, zmm5
vpaddq zmm0, zmm26, zmm18
valignq zmm4, zmm15, zmm30, 7
vpaddq zmm7, zmm0, zmm4
vpsrlq zmm14, zmm7, 52
vpandq zmm12, zmm1, zmm31
valignq zmm21, zmm16, zmm14, 7
vpaddq zmm27, zmm12, zmm21
vmovdqa64 zmmword ptr [rdi + 128], zmm27
vporq zmm19, zmm17, zmm27
vpbroadcastq zmm25, qword ptr [rsi]
vmovdqa64 zmm11, zmmword ptr [rdx - 6528]
vpxorq zmm23, zmm23, zmm23
vpmadd52luq zmm23, zmm25, zmm11
vpxorq zmm2, zmm2, zmm2
vpmadd52huq zmm2, zmm25, zmm11
vpbroadcastq zmm20, qword ptr [rsi + 8]
vmovdqa64 zmm10, zmmword ptr [rdx - 6208]
vpxorq zmm9, zmm9, zmm9
vpmadd52luq zmm9, zmm20, zmm10
vpxorq zmm8, zmm8, zmm8
vpmadd52huq zmm8, zmm20, zmm10
vpbroadcastq zmm3, qword ptr [rsi + 16]
vmovdqa64 zmm29, zmmword ptr [rdx - 5888]
vpxorq zmm22, zmm22, zmm22
vpmadd52luq zmm22, zmm3, zmm29
vpxorq zmm28, zmm28, zmm28
vpmadd52huq zmm28, zmm3, zmm29
vpbroadcastq zmm0, qword ptr [rsi + 24]
vmovdqa64 zmm4, zmmword ptr [rdx - 5568]
vpxorq zmm7, zmm7, zmm7
vpmadd52luq zmm7, zmm0, zmm4
vpxorq zmm1, zmm1, zmm1
vpmadd52huq zmm1, zmm0, zmm4
vpbroadcastq zmm16, qword ptr [rsi + 32]
vmovdqa64 zmm14, zmmword ptr [rdx - 5248]
vpmadd52luq zmm23, zmm16, zmm14
vpmadd52huq zmm2, zmm16, zmm14
vpbroadcastq zmm12, qword ptr [rsi + 40]
vmovdqa64 zmm21, zmmword ptr [rdx - 4928]
vpmadd52luq zmm9, zmm12, zmm21
vpmadd52huq zmm8, zmm12, zmm21
vpbroadcastq zmm17, qword ptr [rsi + 48]
vmovdqa64 zmm25, zmmword ptr [rdx - 4608]
vpmadd52luq zmm22, zmm17, zmm25
vpmadd52huq zmm28, zmm17, zmm25
vpbroadcastq zmm11, qword ptr [rsi + 56]
vmovdqa64 zmm20, zmmword ptr [rdx - 4288]
vpmadd52luq zmm7, zmm11, zmm20
vpmadd52huq zmm1, zmm11, zmm20
vpbroadcastq zmm10, qword ptr [rsi + 64]
vmovdqa64 zmm3, zmmword ptr [rdx - 3968]
vpmadd52luq zmm23, zmm10, zmm3
vpmadd52huq zmm2, zmm10, zmm3
vpbroadcastq zmm29, qword ptr [rsi + 72]
vmovdqa64 zmm0, zmmword ptr [rdx - 3648]
vpmadd52luq zmm9, zmm29, zmm0
vpmadd52huq zmm8, zmm29, zmm0
vpbroadcastq zmm4, qword ptr [rsi + 80]
vmovdqa64 zmm16, zmmword ptr [rdx - 3328]
vpmadd52luq zmm22, zmm4, zmm16
vpmadd52huq zmm28, zmm4, zmm16
vpbroadcastq zmm14, qword ptr [rsi + 88]
vmovdqa64 zmm12, zmmword ptr [rdx - 3008]
vpmadd52luq zmm7, zmm14, zmm12
vpmadd52huq zmm1, zmm14, zmm12
vpbroadcastq zmm21, qword ptr [rsi + 96]
vmovdqa64 zmm17, zmmword ptr [rdx - 2688]
vpmadd52luq zmm23, zmm21, zmm17
vpmadd52huq zmm2, zmm21, zmm17
vpbroadcastq zmm25, qword ptr [rsi + 104]
vmovdqa64 zmm11, zmmword ptr [rdx - 2368]
vpmadd52luq zmm9, zmm25, zmm11
vpmadd52huq zmm8, zmm25, zmm11
vpbroadcastq zmm20, qword ptr [rsi + 112]
vmovdqa64 zmm10, zmmword ptr [rdx - 2048]
vpmadd52luq zmm22, zmm20, zmm10
vpmadd52huq zmm28, zmm20, zmm10
vpbroadcastq zmm3, qword ptr [rsi + 120]
vmovdqa64 zmm29, zmmword ptr [rdx - 1728]
vpmadd52luq zmm7, zmm3, zmm29
vpmadd52huq zmm1, zmm3, zmm29
vpbroadcastq zmm0, qword ptr [rsi + 128]
vmovdqa64 zmm4, zmmword ptr [rdx - 1408]
vpmadd52luq zmm23, zmm0, zmm4
vpmadd52huq zmm2, zmm0, zmm4
vpbroadcastq zmm16, qword ptr [rsi + 136]
vmovdqa64 zmm14, zmmword ptr [rdx - 1088]
vpmadd52luq zmm9, zmm16, zmm14
vpmadd52huq zmm8, zmm16, zmm14
vpbroadcastq zmm12, qword ptr [rsi + 144]
vmovdqa64 zmm21, zmmword ptr [rdx - 768]
vpmadd52luq zmm22, zmm12, zmm21
vpmadd52huq zmm28, zmm12, zmm21
vpbroadcastq zmm17, qword ptr [rsi + 152]
vmovdqa64 zmm25, zmmword ptr [rdx - 448]
vpmadd52luq zmm7, zmm17, zmm25
vpmadd52huq zmm1, zmm17, zmm25
vpbroadcastq zmm11, qword ptr [rsi + 160]
vmovdqa64 zmm20, zmmword ptr [rdx - 128]
vpmadd52luq zmm23, zmm11, zmm20
vpmadd52huq zmm2, zmm11, zmm20
vpbroadcastq zmm10, qword ptr [rsi + 168]
vmovdqa64 zmm3, zmmword ptr [rdx + 192]
vpmadd52luq zmm9, zmm10, zmm3
vpmadd52huq zmm8, zmm10, zmm3
vpbroadcastq zmm29, qword ptr [rsi + 176]
vmovdqa64 zmm0, zmmword ptr [rdx + 512]
vpmadd52luq zmm22, zmm29, zmm0
vpmadd52huq zmm28, zmm29, zmm0
vpbroadcastq zmm4, qword ptr [rsi + 184]
vmovdqa64 zmm16, zmmword ptr [rdx + 832]
vpmadd52luq zmm7, zmm4, zmm16
vpmadd52huq zmm1, zmm4, zmm16
vpbroadcastq zmm14, qword ptr [rsi + 192]
vmovdqa64 zmm12, zmmword ptr [rdx + 1152]
vpmadd52luq zmm23, zmm14, zmm12
vpmadd52huq zmm2, zmm14, zmm12
vpbroadcastq zmm21, qword ptr [rsi + 200]
vmovdqa64 zmm17, zmmword ptr [rdx + 1472]
vpmadd52luq zmm9, zmm21, zmm17
vpmadd52huq zmm8, zmm21, zmm17
vpbroadcastq zmm25, qword ptr [rsi + 208]
vmovdqa64 zmm11, zmmword ptr [rdx + 1792]
vpmadd52luq zmm22, zmm25, zmm11
vpmadd52huq zmm28, zmm25, zmm11
vpbroadcastq zmm20, qword ptr [rsi + 216]
vmovdqa64 zmm10, zmmword ptr [rdx + 2112]
vpmadd52luq zmm7, zmm20, zmm10
vpmadd52huq zmm1, zmm20, zmm10
vpbroadcastq zmm3, qword ptr [rsi + 224]
vmovdqa64 zmm29, zmmword ptr [rdx + 2432]
vpmadd52luq zmm23, zmm3, zmm29
vpmadd52huq zmm2, zmm3, zmm29
vpbroadcastq zmm0, qword ptr [rsi + 232]
vmovdqa64 zmm4, zmmword ptr [rdx + 2752]
vpmadd52luq zmm9, zmm0, zmm4
vpmadd52huq zmm8, zmm0, zmm4
vpbroadcastq zmm16, qword ptr [rsi + 240]
vmovdqa64 zmm14, zmmword ptr [rdx + 3072]
vpmadd52luq zmm22, zmm16, zmm14
vpmadd52huq zmm28, zmm16, zmm14
vpbroadcastq zmm12, qword ptr [rsi + 248]
vmovdqa64 zmm21, zmmword ptr [rdx + 3392]
vpmadd52luq zmm7, zmm12, zmm21
vpmadd52huq zmm1, zmm12, zmm21
vpbroadcastq zmm17, qword ptr [rsi + 256]
vmovdqa64 zmm25, zmmword ptr [rdx + 3712]
vpmadd52luq zmm23, zmm17, zmm25
vpmadd52huq zmm2, zmm17, zmm25
vpbroadcastq zmm11, qword ptr [rsi + 264]
vmovdqa64 zmm20, zmmword ptr [rdx + 4032]
vpmadd52luq zmm9, zmm11, zmm20
vpmadd52huq zmm8, zmm11, zmm20
vpbroadcastq zmm10, qword ptr [rsi + 272]
vmovdqa64 zmm3, zmmword ptr [rdx + 4352]
vpmadd52luq zmm22, zmm10, zmm3
vpmadd52huq zmm28, zmm10, zmm3
vpbroadcastq zmm29, qword ptr [rsi + 280]
vmovdqa64 zmm0, zmmword ptr [rdx + 4672]
vpmadd52luq zmm7, zmm29, zmm0
vpmadd52huq zmm1, zmm29, zmm0
vpbroadcastq zmm4, qword ptr [rsi + 288]
vmovdqa64 zmm16, zmmword ptr [rdx + 4992]
vpmadd52luq zmm23, zmm4, zmm16
vpmadd52huq zmm2, zmm4, zmm16
vpbroadcastq zmm14, qword ptr [rsi + 296]
vmovdqa64 zmm12, zmmword ptr [rdx + 5312]
vpmadd52luq zmm9, zmm14, zmm12
vpmadd52huq zmm8, zmm14, zmm12
vpbroadcastq zmm21, qword ptr [rsi + 304]
vmovdqa64 zmm17, zmmword ptr [rdx + 5632]
vpmadd52luq zmm22, zmm21, zmm17
vpmadd52huq zmm28, zmm21, zmm17
vpbroadcastq zmm25, qword ptr [rsi + 312]
vmovdqa64 zmm11, zmmword ptr [rdx + 5952]
vpmadd52luq zmm7, zmm25, zmm11
vpmadd52huq zmm1, zmm25, zmm11
vpbroadcastq zmm20, qword ptr [rsi + 320]
vmovdqa64 zmm10, zmmword ptr [rdx + 6272]
vpmadd52luq zmm23, zmm20, zmm10
vpmadd52huq zmm2, zmm20, zmm10
vpaddq zmm23, zmm23, zmm9
vpaddq zmm2, zmm2, zmm8
vpaddq zmm23, zmm23, zmm22
vpaddq zmm2, zmm2, zmm28
vpaddq zmm23, zmm23, zmm7
vpaddq zmm2, zmm2, zmm1
valignq zmm3, zmm15, zmm2, 7
vpaddq zmm29, zmm18, zmm26
vpaddq zmm0, zmm29, zmm3
vpsrlq zmm4, zmm0, 52
valignq zmm16, zmm2, zmm30, 7
vpaddq zmm14, zmm6, zmm23
vpaddq zmm12, zmm14, zmm16
vpsrlq zmm21, zmm12, 52
vpandq zmm17, zmm0, zmm31
valignq zmm25, zmm4, zmm21, 7
vpaddq zmm28, zmm17, zmm25
vmovdqa64 zmmword ptr [rdi + 64], zmm28
vporq zmm11, zmm19, zmm28
vpandq zmm20, zmm12, zmm31
valignq zmm10, zmm21, zmm30, 7
vpaddq zmm29, zmm20, zmm10
vmovdqa64 zmmword ptr [rdi], zmm29
vporq zmm9, zmm11, zmm29
vpcmpuq k0, zmm9, zmm31, 6
vmovdqa64 zmm26, zmm5
vmovdqa64 zmm25, zmm13
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
.quad -1, -1, -1, -1, -1, -1, -1, -1
.quad 0, 0, 0, 0, 0, 0, 0, 0
