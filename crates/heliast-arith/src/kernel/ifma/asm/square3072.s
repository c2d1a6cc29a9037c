# a = a^2, 3072 bits, straight-line. Written by generate.py: change that instead.
# bits 3072 limbs 61 value_bits 3131 rows 61 scratch_blocks 9
vpternlogq zmm31, zmm31, zmm31, 255
vpsrlq zmm31, zmm31, 12
vpxorq zmm30, zmm30, zmm30
mov r9, r8
add rdx, 15616
lea r8, [rip + 9f]
.p2align 6
2:
vpbroadcastq zmm0, qword ptr [rdi + 448]
vpxorq zmm1, zmm1, zmm1
vpxorq zmm2, zmm2, zmm2
vpxorq zmm3, zmm3, zmm3
vpbroadcastq zmm4, qword ptr [rdi + 384]
vpmadd52luq zmm1, zmm0, zmmword ptr [rdi + 320]
vpmadd52luq zmm2, zmm0, zmmword ptr [rdi + 384]
vpaddq zmm1, zmm1, zmm1
vpmadd52luq zmm3, zmm0, zmmword ptr [rdi + 448]
vpaddq zmm2, zmm2, zmm2
vpmadd52luq zmm1, zmm4, zmmword ptr [rdi + 384]
vpxorq zmm5, zmm5, zmm5
vpbroadcastq zmm6, qword ptr [rdi + 456]
vpxorq zmm7, zmm7, zmm7
vpxorq zmm8, zmm8, zmm8
vpmadd52luq zmm5, zmm6, zmmword ptr [rdi + 320]
vpbroadcastq zmm9, qword ptr [rdi + 392]
vpmadd52luq zmm7, zmm6, zmmword ptr [rdi + 384]
vpmadd52huq zmm5, zmm0, zmmword ptr [rdi + 320]
vpmadd52luq zmm8, zmm6, zmmword ptr [rdi + 448]
vpaddq zmm5, zmm5, zmm5
vpmadd52huq zmm7, zmm0, zmmword ptr [rdi + 384]
vpmadd52luq zmm5, zmm9, zmmword ptr [rdi + 384]
vpmadd52huq zmm8, zmm0, zmmword ptr [rdi + 448]
vpaddq zmm7, zmm7, zmm7
vpmadd52huq zmm5, zmm4, zmmword ptr [rdi + 384]
vpxorq zmm10, zmm10, zmm10
vpbroadcastq zmm11, qword ptr [rdi + 464]
valignq zmm12, zmm5, zmm30, 7
vpxorq zmm13, zmm13, zmm13
vpxorq zmm14, zmm14, zmm14
vpaddq zmm1, zmm1, zmm12
vpmadd52luq zmm10, zmm11, zmmword ptr [rdi + 320]
valignq zmm15, zmm7, zmm5, 7
vpbroadcastq zmm16, qword ptr [rdi + 400]
vpmadd52luq zmm13, zmm11, zmmword ptr [rdi + 384]
vpmadd52huq zmm10, zmm6, zmmword ptr [rdi + 320]
vpaddq zmm2, zmm2, zmm15
vpmadd52luq zmm14, zmm11, zmmword ptr [rdi + 448]
valignq zmm17, zmm8, zmm7, 7
vpaddq zmm10, zmm10, zmm10
vpmadd52huq zmm13, zmm6, zmmword ptr [rdi + 384]
vpmadd52luq zmm10, zmm16, zmmword ptr [rdi + 384]
valignq zmm18, zmm30, zmm8, 7
vpaddq zmm3, zmm3, zmm17
vpmadd52huq zmm14, zmm6, zmmword ptr [rdi + 448]
vpaddq zmm13, zmm13, zmm13
vpmadd52huq zmm10, zmm9, zmmword ptr [rdi + 384]
vpxorq zmm19, zmm19, zmm19
vpbroadcastq zmm20, qword ptr [rdi + 472]
valignq zmm21, zmm10, zmm30, 6
vpxorq zmm22, zmm22, zmm22
vpaddq zmm1, zmm1, zmm21
vpxorq zmm23, zmm23, zmm23
vpmadd52luq zmm19, zmm20, zmmword ptr [rdi + 320]
valignq zmm24, zmm13, zmm10, 6
vpbroadcastq zmm25, qword ptr [rdi + 408]
vpmadd52luq zmm22, zmm20, zmmword ptr [rdi + 384]
vpaddq zmm2, zmm2, zmm24
vpmadd52huq zmm19, zmm11, zmmword ptr [rdi + 320]
vpmadd52luq zmm23, zmm20, zmmword ptr [rdi + 448]
valignq zmm26, zmm14, zmm13, 6
vpaddq zmm19, zmm19, zmm19
vpaddq zmm3, zmm3, zmm26
vpmadd52huq zmm22, zmm11, zmmword ptr [rdi + 384]
vpmadd52luq zmm19, zmm25, zmmword ptr [rdi + 384]
valignq zmm27, zmm30, zmm14, 6
vpmadd52huq zmm23, zmm11, zmmword ptr [rdi + 448]
vpaddq zmm18, zmm18, zmm27
vpaddq zmm22, zmm22, zmm22
vpmadd52huq zmm19, zmm16, zmmword ptr [rdi + 384]
vpxorq zmm28, zmm28, zmm28
vpbroadcastq zmm29, qword ptr [rdi + 480]
valignq zmm0, zmm19, zmm30, 5
vpxorq zmm4, zmm4, zmm4
vpaddq zmm1, zmm1, zmm0
vpxorq zmm12, zmm12, zmm12
vpmadd52luq zmm28, zmm29, zmmword ptr [rdi + 320]
valignq zmm5, zmm22, zmm19, 5
vpbroadcastq zmm15, qword ptr [rdi + 416]
vpmadd52luq zmm4, zmm29, zmmword ptr [rdi + 384]
vpaddq zmm2, zmm2, zmm5
vpmadd52huq zmm28, zmm20, zmmword ptr [rdi + 320]
vpmadd52luq zmm12, zmm29, zmmword ptr [rdi + 448]
valignq zmm7, zmm23, zmm22, 5
vpaddq zmm28, zmm28, zmm28
vpaddq zmm3, zmm3, zmm7
vpmadd52huq zmm4, zmm20, zmmword ptr [rdi + 384]
vpmadd52luq zmm28, zmm15, zmmword ptr [rdi + 384]
valignq zmm8, zmm30, zmm23, 5
vpmadd52huq zmm12, zmm20, zmmword ptr [rdi + 448]
vpaddq zmm18, zmm18, zmm8
vpaddq zmm4, zmm4, zmm4
vpmadd52huq zmm28, zmm25, zmmword ptr [rdi + 384]
vpxorq zmm17, zmm17, zmm17
valignq zmm6, zmm28, zmm30, 4
vpaddq zmm1, zmm1, zmm6
vpxorq zmm9, zmm9, zmm9
vpbroadcastq zmm21, qword ptr [rdi + 424]
vpxorq zmm10, zmm10, zmm10
vpmadd52huq zmm17, zmm29, zmmword ptr [rdi + 320]
valignq zmm24, zmm4, zmm28, 4
vpaddq zmm2, zmm2, zmm24
vpaddq zmm17, zmm17, zmm17
vpmadd52huq zmm9, zmm29, zmmword ptr [rdi + 384]
valignq zmm13, zmm12, zmm4, 4
vpaddq zmm3, zmm3, zmm13
vpmadd52luq zmm17, zmm21, zmmword ptr [rdi + 384]
vpmadd52huq zmm10, zmm29, zmmword ptr [rdi + 448]
valignq zmm26, zmm30, zmm12, 4
vpaddq zmm9, zmm9, zmm9
vpaddq zmm18, zmm18, zmm26
vpmadd52huq zmm17, zmm15, zmmword ptr [rdi + 384]
valignq zmm14, zmm17, zmm30, 3
vpaddq zmm1, zmm1, zmm14
vpxorq zmm11, zmm11, zmm11
vpbroadcastq zmm27, qword ptr [rdi + 432]
valignq zmm16, zmm9, zmm17, 3
vpaddq zmm2, zmm2, zmm16
vpmadd52luq zmm11, zmm27, zmmword ptr [rdi + 384]
valignq zmm0, zmm10, zmm9, 3
vpaddq zmm3, zmm3, zmm0
valignq zmm19, zmm30, zmm10, 3
vpmadd52huq zmm11, zmm21, zmmword ptr [rdi + 384]
vpaddq zmm18, zmm18, zmm19
vpxorq zmm5, zmm5, zmm5
valignq zmm22, zmm11, zmm30, 2
vpbroadcastq zmm7, qword ptr [rdi + 440]
vpaddq zmm1, zmm1, zmm22
vpmadd52luq zmm5, zmm7, zmmword ptr [rdi + 384]
valignq zmm23, zmm30, zmm11, 2
vpaddq zmm2, zmm2, zmm23
vpmadd52huq zmm5, zmm27, zmmword ptr [rdi + 384]
valignq zmm20, zmm5, zmm30, 1
vpxorq zmm8, zmm8, zmm8
vpaddq zmm1, zmm1, zmm20
valignq zmm25, zmm30, zmm5, 1
vpaddq zmm2, zmm2, zmm25
vpmadd52huq zmm8, zmm7, zmmword ptr [rdi + 384]
vpaddq zmm2, zmm2, zmm8
vpbroadcastq zmm6, qword ptr [rdi + 448]
vpxorq zmm28, zmm28, zmm28
vpxorq zmm24, zmm24, zmm24
vpxorq zmm4, zmm4, zmm4
vpbroadcastq zmm13, qword ptr [rdi + 384]
vpmadd52luq zmm28, zmm6, zmmword ptr [rdi + 128]
vpmadd52luq zmm24, zmm6, zmmword ptr [rdi + 192]
vpmadd52luq zmm4, zmm6, zmmword ptr [rdi + 256]
vpbroadcastq zmm29, qword ptr [rdi + 320]
vpmadd52luq zmm28, zmm13, zmmword ptr [rdi + 192]
vpmadd52luq zmm24, zmm13, zmmword ptr [rdi + 256]
vpmadd52luq zmm4, zmm13, zmmword ptr [rdi + 320]
vpmadd52luq zmm28, zmm29, zmmword ptr [rdi + 256]
vpaddq zmm24, zmm24, zmm24
vpaddq zmm4, zmm4, zmm4
vpaddq zmm28, zmm28, zmm28
vpmadd52luq zmm24, zmm29, zmmword ptr [rdi + 320]
vpbroadcastq zmm12, qword ptr [rdi + 456]
vpxorq zmm26, zmm26, zmm26
vpxorq zmm15, zmm15, zmm15
vpxorq zmm14, zmm14, zmm14
vpmadd52luq zmm26, zmm12, zmmword ptr [rdi + 128]
vpmadd52luq zmm15, zmm12, zmmword ptr [rdi + 192]
vpbroadcastq zmm17, qword ptr [rdi + 392]
vpmadd52luq zmm14, zmm12, zmmword ptr [rdi + 256]
vpmadd52huq zmm26, zmm6, zmmword ptr [rdi + 128]
vpmadd52huq zmm15, zmm6, zmmword ptr [rdi + 192]
vpbroadcastq zmm16, qword ptr [rdi + 328]
vpmadd52huq zmm14, zmm6, zmmword ptr [rdi + 256]
vpmadd52luq zmm26, zmm17, zmmword ptr [rdi + 192]
vpmadd52luq zmm15, zmm17, zmmword ptr [rdi + 256]
vpmadd52huq zmm26, zmm13, zmmword ptr [rdi + 192]
vpmadd52huq zmm15, zmm13, zmmword ptr [rdi + 256]
vpmadd52luq zmm14, zmm17, zmmword ptr [rdi + 320]
vpmadd52luq zmm26, zmm16, zmmword ptr [rdi + 256]
vpaddq zmm15, zmm15, zmm15
vpmadd52huq zmm14, zmm13, zmmword ptr [rdi + 320]
vpmadd52huq zmm26, zmm29, zmmword ptr [rdi + 256]
vpmadd52luq zmm15, zmm16, zmmword ptr [rdi + 320]
vpaddq zmm14, zmm14, zmm14
vpaddq zmm26, zmm26, zmm26
vpmadd52huq zmm15, zmm29, zmmword ptr [rdi + 320]
vpbroadcastq zmm9, qword ptr [rdi + 464]
vpxorq zmm0, zmm0, zmm0
vpxorq zmm10, zmm10, zmm10
vpxorq zmm21, zmm21, zmm21
valignq zmm19, zmm26, zmm30, 7
vpaddq zmm28, zmm28, zmm19
vpmadd52luq zmm0, zmm9, zmmword ptr [rdi + 128]
vpmadd52luq zmm10, zmm9, zmmword ptr [rdi + 192]
vpbroadcastq zmm22, qword ptr [rdi + 400]
vpmadd52luq zmm21, zmm9, zmmword ptr [rdi + 256]
vpmadd52huq zmm0, zmm12, zmmword ptr [rdi + 128]
vpmadd52huq zmm10, zmm12, zmmword ptr [rdi + 192]
valignq zmm11, zmm15, zmm26, 7
vpaddq zmm24, zmm24, zmm11
vpbroadcastq zmm23, qword ptr [rdi + 336]
vpmadd52huq zmm21, zmm12, zmmword ptr [rdi + 256]
vpmadd52luq zmm0, zmm22, zmmword ptr [rdi + 192]
vpmadd52luq zmm10, zmm22, zmmword ptr [rdi + 256]
vpmadd52huq zmm0, zmm17, zmmword ptr [rdi + 192]
vpmadd52huq zmm10, zmm17, zmmword ptr [rdi + 256]
valignq zmm27, zmm14, zmm15, 7
vpmadd52luq zmm21, zmm22, zmmword ptr [rdi + 320]
vpaddq zmm4, zmm4, zmm27
vpmadd52luq zmm0, zmm23, zmmword ptr [rdi + 256]
vpaddq zmm10, zmm10, zmm10
vpmadd52huq zmm21, zmm17, zmmword ptr [rdi + 320]
valignq zmm20, zmm30, zmm14, 7
vpmadd52huq zmm0, zmm16, zmmword ptr [rdi + 256]
vpmadd52luq zmm10, zmm23, zmmword ptr [rdi + 320]
vpaddq zmm1, zmm1, zmm20
vpaddq zmm21, zmm21, zmm21
vpaddq zmm0, zmm0, zmm0
vpmadd52huq zmm10, zmm16, zmmword ptr [rdi + 320]
vpbroadcastq zmm5, qword ptr [rdi + 472]
vpxorq zmm25, zmm25, zmm25
vpxorq zmm7, zmm7, zmm7
vpxorq zmm8, zmm8, zmm8
valignq zmm6, zmm0, zmm30, 6
vpaddq zmm28, zmm28, zmm6
vpmadd52luq zmm25, zmm5, zmmword ptr [rdi + 128]
vpmadd52luq zmm7, zmm5, zmmword ptr [rdi + 192]
vpbroadcastq zmm13, qword ptr [rdi + 408]
vpmadd52luq zmm8, zmm5, zmmword ptr [rdi + 256]
vpmadd52huq zmm25, zmm9, zmmword ptr [rdi + 128]
vpmadd52huq zmm7, zmm9, zmmword ptr [rdi + 192]
valignq zmm29, zmm10, zmm0, 6
vpaddq zmm24, zmm24, zmm29
vpbroadcastq zmm19, qword ptr [rdi + 344]
vpmadd52huq zmm8, zmm9, zmmword ptr [rdi + 256]
vpmadd52luq zmm25, zmm13, zmmword ptr [rdi + 192]
vpmadd52luq zmm7, zmm13, zmmword ptr [rdi + 256]
vpmadd52huq zmm25, zmm22, zmmword ptr [rdi + 192]
vpmadd52huq zmm7, zmm22, zmmword ptr [rdi + 256]
valignq zmm26, zmm21, zmm10, 6
vpmadd52luq zmm8, zmm13, zmmword ptr [rdi + 320]
vpaddq zmm4, zmm4, zmm26
vpmadd52luq zmm25, zmm19, zmmword ptr [rdi + 256]
vpaddq zmm7, zmm7, zmm7
vpmadd52huq zmm8, zmm22, zmmword ptr [rdi + 320]
valignq zmm11, zmm30, zmm21, 6
vpmadd52huq zmm25, zmm23, zmmword ptr [rdi + 256]
vpmadd52luq zmm7, zmm19, zmmword ptr [rdi + 320]
vpaddq zmm1, zmm1, zmm11
vpaddq zmm8, zmm8, zmm8
vpaddq zmm25, zmm25, zmm25
vpmadd52huq zmm7, zmm23, zmmword ptr [rdi + 320]
vpbroadcastq zmm12, qword ptr [rdi + 480]
vpxorq zmm15, zmm15, zmm15
vpxorq zmm27, zmm27, zmm27
vpxorq zmm17, zmm17, zmm17
valignq zmm14, zmm25, zmm30, 5
vpaddq zmm28, zmm28, zmm14
vpmadd52luq zmm15, zmm12, zmmword ptr [rdi + 128]
vpmadd52luq zmm27, zmm12, zmmword ptr [rdi + 192]
vpbroadcastq zmm20, qword ptr [rdi + 416]
vpmadd52luq zmm17, zmm12, zmmword ptr [rdi + 256]
vpmadd52huq zmm15, zmm5, zmmword ptr [rdi + 128]
vpmadd52huq zmm27, zmm5, zmmword ptr [rdi + 192]
valignq zmm16, zmm7, zmm25, 5
vpaddq zmm24, zmm24, zmm16
vpbroadcastq zmm6, qword ptr [rdi + 352]
vpmadd52huq zmm17, zmm5, zmmword ptr [rdi + 256]
vpmadd52luq zmm15, zmm20, zmmword ptr [rdi + 192]
vpmadd52luq zmm27, zmm20, zmmword ptr [rdi + 256]
vpmadd52huq zmm15, zmm13, zmmword ptr [rdi + 192]
vpmadd52huq zmm27, zmm13, zmmword ptr [rdi + 256]
valignq zmm0, zmm8, zmm7, 5
vpmadd52luq zmm17, zmm20, zmmword ptr [rdi + 320]
vpaddq zmm4, zmm4, zmm0
vpmadd52luq zmm15, zmm6, zmmword ptr [rdi + 256]
vpaddq zmm27, zmm27, zmm27
vpmadd52huq zmm17, zmm13, zmmword ptr [rdi + 320]
valignq zmm29, zmm30, zmm8, 5
vpmadd52huq zmm15, zmm19, zmmword ptr [rdi + 256]
vpmadd52luq zmm27, zmm6, zmmword ptr [rdi + 320]
vpaddq zmm1, zmm1, zmm29
vpaddq zmm17, zmm17, zmm17
vpaddq zmm15, zmm15, zmm15
vpmadd52huq zmm27, zmm19, zmmword ptr [rdi + 320]
vpxorq zmm9, zmm9, zmm9
vpxorq zmm10, zmm10, zmm10
vpbroadcastq zmm26, qword ptr [rdi + 424]
vpxorq zmm22, zmm22, zmm22
valignq zmm21, zmm15, zmm30, 4
vpaddq zmm28, zmm28, zmm21
vpmadd52huq zmm9, zmm12, zmmword ptr [rdi + 128]
vpmadd52huq zmm10, zmm12, zmmword ptr [rdi + 192]
vpmadd52huq zmm22, zmm12, zmmword ptr [rdi + 256]
valignq zmm11, zmm27, zmm15, 4
vpmadd52luq zmm9, zmm26, zmmword ptr [rdi + 192]
vpmadd52luq zmm10, zmm26, zmmword ptr [rdi + 256]
vpbroadcastq zmm23, qword ptr [rdi + 360]
vpaddq zmm24, zmm24, zmm11
vpmadd52huq zmm9, zmm20, zmmword ptr [rdi + 192]
vpmadd52huq zmm10, zmm20, zmmword ptr [rdi + 256]
vpmadd52luq zmm22, zmm26, zmmword ptr [rdi + 320]
valignq zmm14, zmm17, zmm27, 4
vpaddq zmm4, zmm4, zmm14
vpmadd52luq zmm9, zmm23, zmmword ptr [rdi + 256]
vpaddq zmm10, zmm10, zmm10
vpmadd52huq zmm22, zmm20, zmmword ptr [rdi + 320]
vpmadd52huq zmm9, zmm6, zmmword ptr [rdi + 256]
vpmadd52luq zmm10, zmm23, zmmword ptr [rdi + 320]
valignq zmm25, zmm30, zmm17, 4
vpaddq zmm1, zmm1, zmm25
vpaddq zmm22, zmm22, zmm22
vpaddq zmm9, zmm9, zmm9
vpmadd52huq zmm10, zmm6, zmmword ptr [rdi + 320]
vpxorq zmm16, zmm16, zmm16
vpxorq zmm5, zmm5, zmm5
vpbroadcastq zmm7, qword ptr [rdi + 432]
valignq zmm0, zmm9, zmm30, 3
vpxorq zmm13, zmm13, zmm13
vpaddq zmm28, zmm28, zmm0
vpmadd52luq zmm16, zmm7, zmmword ptr [rdi + 192]
vpmadd52luq zmm5, zmm7, zmmword ptr [rdi + 256]
valignq zmm8, zmm10, zmm9, 3
vpbroadcastq zmm29, qword ptr [rdi + 368]
vpmadd52luq zmm13, zmm7, zmmword ptr [rdi + 320]
vpaddq zmm24, zmm24, zmm8
vpmadd52huq zmm16, zmm26, zmmword ptr [rdi + 192]
vpmadd52huq zmm5, zmm26, zmmword ptr [rdi + 256]
valignq zmm19, zmm22, zmm10, 3
vpmadd52luq zmm16, zmm29, zmmword ptr [rdi + 256]
vpaddq zmm5, zmm5, zmm5
vpaddq zmm4, zmm4, zmm19
vpmadd52huq zmm13, zmm26, zmmword ptr [rdi + 320]
vpmadd52huq zmm16, zmm23, zmmword ptr [rdi + 256]
vpmadd52luq zmm5, zmm29, zmmword ptr [rdi + 320]
valignq zmm21, zmm30, zmm22, 3
vpaddq zmm1, zmm1, zmm21
vpaddq zmm13, zmm13, zmm13
vpaddq zmm16, zmm16, zmm16
vpmadd52huq zmm5, zmm23, zmmword ptr [rdi + 320]
vpxorq zmm12, zmm12, zmm12
vpxorq zmm15, zmm15, zmm15
vpbroadcastq zmm11, qword ptr [rdi + 440]
valignq zmm27, zmm16, zmm30, 2
vpxorq zmm14, zmm14, zmm14
vpaddq zmm28, zmm28, zmm27
vpmadd52luq zmm12, zmm11, zmmword ptr [rdi + 192]
vpmadd52luq zmm15, zmm11, zmmword ptr [rdi + 256]
valignq zmm20, zmm5, zmm16, 2
vpbroadcastq zmm17, qword ptr [rdi + 376]
vpmadd52luq zmm14, zmm11, zmmword ptr [rdi + 320]
vpaddq zmm24, zmm24, zmm20
vpmadd52huq zmm12, zmm7, zmmword ptr [rdi + 192]
vpmadd52huq zmm15, zmm7, zmmword ptr [rdi + 256]
valignq zmm25, zmm13, zmm5, 2
vpmadd52luq zmm12, zmm17, zmmword ptr [rdi + 256]
vpaddq zmm15, zmm15, zmm15
vpaddq zmm4, zmm4, zmm25
vpmadd52huq zmm14, zmm7, zmmword ptr [rdi + 320]
vpmadd52huq zmm12, zmm29, zmmword ptr [rdi + 256]
vpmadd52luq zmm15, zmm17, zmmword ptr [rdi + 320]
valignq zmm6, zmm30, zmm13, 2
vpaddq zmm1, zmm1, zmm6
vpaddq zmm14, zmm14, zmm14
vpaddq zmm12, zmm12, zmm12
vpmadd52huq zmm15, zmm29, zmmword ptr [rdi + 320]
valignq zmm0, zmm12, zmm30, 1
vpxorq zmm9, zmm9, zmm9
vpxorq zmm8, zmm8, zmm8
vpaddq zmm28, zmm28, zmm0
vpxorq zmm10, zmm10, zmm10
valignq zmm19, zmm15, zmm12, 1
vpmadd52huq zmm9, zmm11, zmmword ptr [rdi + 192]
vpmadd52huq zmm8, zmm11, zmmword ptr [rdi + 256]
vpaddq zmm24, zmm24, zmm19
vpmadd52huq zmm10, zmm11, zmmword ptr [rdi + 320]
valignq zmm26, zmm14, zmm15, 1
vpaddq zmm4, zmm4, zmm26
vpmadd52huq zmm9, zmm17, zmmword ptr [rdi + 256]
vpaddq zmm8, zmm8, zmm8
valignq zmm22, zmm30, zmm14, 1
vpaddq zmm10, zmm10, zmm10
vpaddq zmm1, zmm1, zmm22
vpaddq zmm9, zmm9, zmm9
vpmadd52huq zmm8, zmm17, zmmword ptr [rdi + 320]
vpaddq zmm24, zmm24, zmm9
vpaddq zmm4, zmm4, zmm8
vpaddq zmm1, zmm1, zmm10
vpbroadcastq zmm21, qword ptr [rdi + 384]
vpxorq zmm23, zmm23, zmm23
vpxorq zmm27, zmm27, zmm27
vpxorq zmm16, zmm16, zmm16
vpbroadcastq zmm20, qword ptr [rdi + 320]
vpbroadcastq zmm5, qword ptr [rdi + 256]
vpmadd52luq zmm23, zmm21, zmmword ptr [rdi]
vpbroadcastq zmm25, qword ptr [rdi + 448]
vpmadd52luq zmm27, zmm25, zmmword ptr [rdi]
vpmadd52luq zmm16, zmm25, zmmword ptr [rdi + 64]
vpbroadcastq zmm7, qword ptr [rdi + 192]
vpmadd52luq zmm23, zmm20, zmmword ptr [rdi + 64]
vpmadd52luq zmm27, zmm21, zmmword ptr [rdi + 64]
vpmadd52luq zmm16, zmm21, zmmword ptr [rdi + 128]
vpmadd52luq zmm23, zmm5, zmmword ptr [rdi + 128]
vpmadd52luq zmm27, zmm20, zmmword ptr [rdi + 128]
vpmadd52luq zmm16, zmm20, zmmword ptr [rdi + 192]
vpaddq zmm23, zmm23, zmm23
vpmadd52luq zmm27, zmm5, zmmword ptr [rdi + 192]
vpaddq zmm16, zmm16, zmm16
vpmadd52luq zmm23, zmm7, zmmword ptr [rdi + 192]
vpaddq zmm27, zmm27, zmm27
vpmadd52luq zmm16, zmm5, zmmword ptr [rdi + 256]
vpbroadcastq zmm13, qword ptr [rdi + 392]
vpxorq zmm6, zmm6, zmm6
vpxorq zmm29, zmm29, zmm29
vpxorq zmm0, zmm0, zmm0
vpbroadcastq zmm12, qword ptr [rdi + 328]
vpmadd52luq zmm6, zmm13, zmmword ptr [rdi]
vpbroadcastq zmm19, qword ptr [rdi + 456]
vpmadd52luq zmm29, zmm19, zmmword ptr [rdi]
vpmadd52luq zmm0, zmm19, zmmword ptr [rdi + 64]
vpbroadcastq zmm11, qword ptr [rdi + 264]
vpmadd52huq zmm6, zmm21, zmmword ptr [rdi]
vpmadd52huq zmm29, zmm25, zmmword ptr [rdi]
vpmadd52huq zmm0, zmm25, zmmword ptr [rdi + 64]
vpbroadcastq zmm15, qword ptr [rdi + 200]
vpmadd52luq zmm6, zmm12, zmmword ptr [rdi + 64]
vpmadd52luq zmm29, zmm13, zmmword ptr [rdi + 64]
vpmadd52luq zmm0, zmm13, zmmword ptr [rdi + 128]
vpmadd52huq zmm6, zmm20, zmmword ptr [rdi + 64]
vpmadd52huq zmm29, zmm21, zmmword ptr [rdi + 64]
vpmadd52huq zmm0, zmm21, zmmword ptr [rdi + 128]
vpmadd52luq zmm6, zmm11, zmmword ptr [rdi + 128]
vpmadd52luq zmm29, zmm12, zmmword ptr [rdi + 128]
vpmadd52luq zmm0, zmm12, zmmword ptr [rdi + 192]
vpmadd52huq zmm6, zmm5, zmmword ptr [rdi + 128]
vpmadd52huq zmm29, zmm20, zmmword ptr [rdi + 128]
vpmadd52huq zmm0, zmm20, zmmword ptr [rdi + 192]
vpaddq zmm6, zmm6, zmm6
vpmadd52luq zmm29, zmm11, zmmword ptr [rdi + 192]
vpaddq zmm0, zmm0, zmm0
vpmadd52luq zmm6, zmm15, zmmword ptr [rdi + 192]
vpmadd52huq zmm29, zmm5, zmmword ptr [rdi + 192]
vpmadd52luq zmm0, zmm11, zmmword ptr [rdi + 256]
vpmadd52huq zmm6, zmm7, zmmword ptr [rdi + 192]
vpaddq zmm29, zmm29, zmm29
vpmadd52huq zmm0, zmm5, zmmword ptr [rdi + 256]
vpbroadcastq zmm26, qword ptr [rdi + 400]
vpxorq zmm14, zmm14, zmm14
vpxorq zmm22, zmm22, zmm22
vpxorq zmm17, zmm17, zmm17
valignq zmm9, zmm6, zmm30, 7
vpbroadcastq zmm8, qword ptr [rdi + 336]
vpmadd52luq zmm14, zmm26, zmmword ptr [rdi]
vpbroadcastq zmm10, qword ptr [rdi + 464]
vpmadd52luq zmm22, zmm10, zmmword ptr [rdi]
vpmadd52luq zmm17, zmm10, zmmword ptr [rdi + 64]
vpaddq zmm23, zmm23, zmm9
vpbroadcastq zmm25, qword ptr [rdi + 272]
vpmadd52huq zmm14, zmm13, zmmword ptr [rdi]
vpmadd52huq zmm22, zmm19, zmmword ptr [rdi]
vpmadd52huq zmm17, zmm19, zmmword ptr [rdi + 64]
vpbroadcastq zmm21, qword ptr [rdi + 208]
valignq zmm20, zmm29, zmm6, 7
vpmadd52luq zmm14, zmm8, zmmword ptr [rdi + 64]
vpmadd52luq zmm22, zmm26, zmmword ptr [rdi + 64]
vpmadd52luq zmm17, zmm26, zmmword ptr [rdi + 128]
vpaddq zmm27, zmm27, zmm20
vpmadd52huq zmm14, zmm12, zmmword ptr [rdi + 64]
vpmadd52huq zmm22, zmm13, zmmword ptr [rdi + 64]
vpmadd52huq zmm17, zmm13, zmmword ptr [rdi + 128]
vpmadd52luq zmm14, zmm25, zmmword ptr [rdi + 128]
vpmadd52luq zmm22, zmm8, zmmword ptr [rdi + 128]
vpmadd52luq zmm17, zmm8, zmmword ptr [rdi + 192]
valignq zmm7, zmm0, zmm29, 7
vpaddq zmm16, zmm16, zmm7
vpmadd52huq zmm14, zmm11, zmmword ptr [rdi + 128]
vpmadd52huq zmm22, zmm12, zmmword ptr [rdi + 128]
vpmadd52huq zmm17, zmm12, zmmword ptr [rdi + 192]
vpaddq zmm14, zmm14, zmm14
vpmadd52luq zmm22, zmm25, zmmword ptr [rdi + 192]
vpaddq zmm17, zmm17, zmm17
valignq zmm5, zmm30, zmm0, 7
vpaddq zmm28, zmm28, zmm5
vpmadd52luq zmm14, zmm21, zmmword ptr [rdi + 192]
vpmadd52huq zmm22, zmm11, zmmword ptr [rdi + 192]
vpmadd52luq zmm17, zmm25, zmmword ptr [rdi + 256]
vpmadd52huq zmm14, zmm15, zmmword ptr [rdi + 192]
vpaddq zmm22, zmm22, zmm22
vpmadd52huq zmm17, zmm11, zmmword ptr [rdi + 256]
vpbroadcastq zmm9, qword ptr [rdi + 408]
vpxorq zmm19, zmm19, zmm19
vpxorq zmm6, zmm6, zmm6
vpxorq zmm20, zmm20, zmm20
valignq zmm13, zmm14, zmm30, 6
vpbroadcastq zmm29, qword ptr [rdi + 344]
vpmadd52luq zmm19, zmm9, zmmword ptr [rdi]
vpbroadcastq zmm7, qword ptr [rdi + 472]
vpmadd52luq zmm6, zmm7, zmmword ptr [rdi]
vpmadd52luq zmm20, zmm7, zmmword ptr [rdi + 64]
vpaddq zmm23, zmm23, zmm13
vpbroadcastq zmm12, qword ptr [rdi + 280]
vpmadd52huq zmm19, zmm26, zmmword ptr [rdi]
vpmadd52huq zmm6, zmm10, zmmword ptr [rdi]
vpmadd52huq zmm20, zmm10, zmmword ptr [rdi + 64]
vpbroadcastq zmm0, qword ptr [rdi + 216]
valignq zmm5, zmm22, zmm14, 6
vpmadd52luq zmm19, zmm29, zmmword ptr [rdi + 64]
vpmadd52luq zmm6, zmm9, zmmword ptr [rdi + 64]
vpmadd52luq zmm20, zmm9, zmmword ptr [rdi + 128]
vpaddq zmm27, zmm27, zmm5
vpmadd52huq zmm19, zmm8, zmmword ptr [rdi + 64]
vpmadd52huq zmm6, zmm26, zmmword ptr [rdi + 64]
vpmadd52huq zmm20, zmm26, zmmword ptr [rdi + 128]
vpmadd52luq zmm19, zmm12, zmmword ptr [rdi + 128]
vpmadd52luq zmm6, zmm29, zmmword ptr [rdi + 128]
vpmadd52luq zmm20, zmm29, zmmword ptr [rdi + 192]
valignq zmm15, zmm17, zmm22, 6
vpaddq zmm16, zmm16, zmm15
vpmadd52huq zmm19, zmm25, zmmword ptr [rdi + 128]
vpmadd52huq zmm6, zmm8, zmmword ptr [rdi + 128]
vpmadd52huq zmm20, zmm8, zmmword ptr [rdi + 192]
vpaddq zmm19, zmm19, zmm19
vpmadd52luq zmm6, zmm12, zmmword ptr [rdi + 192]
vpaddq zmm20, zmm20, zmm20
valignq zmm11, zmm30, zmm17, 6
vpaddq zmm28, zmm28, zmm11
vpmadd52luq zmm19, zmm0, zmmword ptr [rdi + 192]
vpmadd52huq zmm6, zmm25, zmmword ptr [rdi + 192]
vpmadd52luq zmm20, zmm12, zmmword ptr [rdi + 256]
vpmadd52huq zmm19, zmm21, zmmword ptr [rdi + 192]
vpaddq zmm6, zmm6, zmm6
vpmadd52huq zmm20, zmm25, zmmword ptr [rdi + 256]
vpbroadcastq zmm13, qword ptr [rdi + 416]
vpxorq zmm10, zmm10, zmm10
vpxorq zmm14, zmm14, zmm14
vpxorq zmm5, zmm5, zmm5
valignq zmm26, zmm19, zmm30, 5
vpbroadcastq zmm22, qword ptr [rdi + 352]
vpmadd52luq zmm10, zmm13, zmmword ptr [rdi]
vpbroadcastq zmm15, qword ptr [rdi + 480]
vpmadd52luq zmm14, zmm15, zmmword ptr [rdi]
vpmadd52luq zmm5, zmm15, zmmword ptr [rdi + 64]
vpaddq zmm23, zmm23, zmm26
vpbroadcastq zmm8, qword ptr [rdi + 288]
vpmadd52huq zmm10, zmm9, zmmword ptr [rdi]
vpmadd52huq zmm14, zmm7, zmmword ptr [rdi]
vpmadd52huq zmm5, zmm7, zmmword ptr [rdi + 64]
vpbroadcastq zmm17, qword ptr [rdi + 224]
valignq zmm11, zmm6, zmm19, 5
vpmadd52luq zmm10, zmm22, zmmword ptr [rdi + 64]
vpmadd52luq zmm14, zmm13, zmmword ptr [rdi + 64]
vpmadd52luq zmm5, zmm13, zmmword ptr [rdi + 128]
vpaddq zmm27, zmm27, zmm11
vpmadd52huq zmm10, zmm29, zmmword ptr [rdi + 64]
vpmadd52huq zmm14, zmm9, zmmword ptr [rdi + 64]
vpmadd52huq zmm5, zmm9, zmmword ptr [rdi + 128]
vpmadd52luq zmm10, zmm8, zmmword ptr [rdi + 128]
vpmadd52luq zmm14, zmm22, zmmword ptr [rdi + 128]
vpmadd52luq zmm5, zmm22, zmmword ptr [rdi + 192]
valignq zmm21, zmm20, zmm6, 5
vpaddq zmm16, zmm16, zmm21
vpmadd52huq zmm10, zmm12, zmmword ptr [rdi + 128]
vpmadd52huq zmm14, zmm29, zmmword ptr [rdi + 128]
vpmadd52huq zmm5, zmm29, zmmword ptr [rdi + 192]
vpaddq zmm10, zmm10, zmm10
vpmadd52luq zmm14, zmm8, zmmword ptr [rdi + 192]
vpaddq zmm5, zmm5, zmm5
valignq zmm25, zmm30, zmm20, 5
vpaddq zmm28, zmm28, zmm25
vpmadd52luq zmm10, zmm17, zmmword ptr [rdi + 192]
vpmadd52huq zmm14, zmm12, zmmword ptr [rdi + 192]
vpmadd52luq zmm5, zmm8, zmmword ptr [rdi + 256]
vpmadd52huq zmm10, zmm0, zmmword ptr [rdi + 192]
vpaddq zmm14, zmm14, zmm14
vpmadd52huq zmm5, zmm12, zmmword ptr [rdi + 256]
vpbroadcastq zmm26, qword ptr [rdi + 424]
vpxorq zmm7, zmm7, zmm7
vpxorq zmm19, zmm19, zmm19
vpxorq zmm11, zmm11, zmm11
valignq zmm9, zmm10, zmm30, 4
vpmadd52luq zmm7, zmm26, zmmword ptr [rdi]
vpbroadcastq zmm6, qword ptr [rdi + 360]
vpaddq zmm23, zmm23, zmm9
vpmadd52huq zmm19, zmm15, zmmword ptr [rdi]
vpmadd52huq zmm11, zmm15, zmmword ptr [rdi + 64]
vpmadd52huq zmm7, zmm13, zmmword ptr [rdi]
vpmadd52luq zmm19, zmm26, zmmword ptr [rdi + 64]
vpmadd52luq zmm11, zmm26, zmmword ptr [rdi + 128]
vpbroadcastq zmm21, qword ptr [rdi + 296]
valignq zmm29, zmm14, zmm10, 4
vpmadd52luq zmm7, zmm6, zmmword ptr [rdi + 64]
vpaddq zmm27, zmm27, zmm29
vpmadd52huq zmm19, zmm13, zmmword ptr [rdi + 64]
vpmadd52huq zmm11, zmm13, zmmword ptr [rdi + 128]
vpbroadcastq zmm20, qword ptr [rdi + 232]
vpmadd52huq zmm7, zmm22, zmmword ptr [rdi + 64]
vpmadd52luq zmm19, zmm6, zmmword ptr [rdi + 128]
vpmadd52luq zmm11, zmm6, zmmword ptr [rdi + 192]
vpmadd52luq zmm7, zmm21, zmmword ptr [rdi + 128]
valignq zmm25, zmm5, zmm14, 4
vpmadd52huq zmm19, zmm22, zmmword ptr [rdi + 128]
vpmadd52huq zmm11, zmm22, zmmword ptr [rdi + 192]
vpaddq zmm16, zmm16, zmm25
vpmadd52huq zmm7, zmm8, zmmword ptr [rdi + 128]
vpmadd52luq zmm19, zmm21, zmmword ptr [rdi + 192]
vpaddq zmm11, zmm11, zmm11
vpaddq zmm7, zmm7, zmm7
valignq zmm0, zmm30, zmm5, 4
vpmadd52huq zmm19, zmm8, zmmword ptr [rdi + 192]
vpmadd52luq zmm11, zmm21, zmmword ptr [rdi + 256]
vpaddq zmm28, zmm28, zmm0
vpmadd52luq zmm7, zmm20, zmmword ptr [rdi + 192]
vpaddq zmm19, zmm19, zmm19
vpmadd52huq zmm11, zmm8, zmmword ptr [rdi + 256]
vpmadd52huq zmm7, zmm17, zmmword ptr [rdi + 192]
vpbroadcastq zmm12, qword ptr [rdi + 432]
vpxorq zmm9, zmm9, zmm9
vpxorq zmm15, zmm15, zmm15
vpxorq zmm10, zmm10, zmm10
valignq zmm29, zmm7, zmm30, 3
vpmadd52luq zmm9, zmm12, zmmword ptr [rdi]
vpbroadcastq zmm13, qword ptr [rdi + 368]
vpaddq zmm23, zmm23, zmm29
vpmadd52luq zmm15, zmm12, zmmword ptr [rdi + 64]
vpmadd52luq zmm10, zmm12, zmmword ptr [rdi + 128]
vpmadd52huq zmm9, zmm26, zmmword ptr [rdi]
vpbroadcastq zmm14, qword ptr [rdi + 304]
vpmadd52huq zmm15, zmm26, zmmword ptr [rdi + 64]
vpmadd52huq zmm10, zmm26, zmmword ptr [rdi + 128]
valignq zmm22, zmm19, zmm7, 3
vpmadd52luq zmm9, zmm13, zmmword ptr [rdi + 64]
vpaddq zmm27, zmm27, zmm22
vpbroadcastq zmm25, qword ptr [rdi + 240]
vpmadd52luq zmm15, zmm13, zmmword ptr [rdi + 128]
vpmadd52luq zmm10, zmm13, zmmword ptr [rdi + 192]
vpmadd52huq zmm9, zmm6, zmmword ptr [rdi + 64]
vpmadd52luq zmm9, zmm14, zmmword ptr [rdi + 128]
vpmadd52huq zmm15, zmm6, zmmword ptr [rdi + 128]
vpmadd52huq zmm10, zmm6, zmmword ptr [rdi + 192]
valignq zmm5, zmm11, zmm19, 3
vpaddq zmm16, zmm16, zmm5
vpmadd52huq zmm9, zmm21, zmmword ptr [rdi + 128]
vpmadd52luq zmm15, zmm14, zmmword ptr [rdi + 192]
vpaddq zmm10, zmm10, zmm10
vpaddq zmm9, zmm9, zmm9
valignq zmm0, zmm30, zmm11, 3
vpmadd52huq zmm15, zmm21, zmmword ptr [rdi + 192]
vpmadd52luq zmm10, zmm14, zmmword ptr [rdi + 256]
vpaddq zmm28, zmm28, zmm0
vpmadd52luq zmm9, zmm25, zmmword ptr [rdi + 192]
vpaddq zmm15, zmm15, zmm15
vpmadd52huq zmm10, zmm21, zmmword ptr [rdi + 256]
vpmadd52huq zmm9, zmm20, zmmword ptr [rdi + 192]
vpbroadcastq zmm8, qword ptr [rdi + 440]
vpxorq zmm17, zmm17, zmm17
vpxorq zmm29, zmm29, zmm29
vpxorq zmm26, zmm26, zmm26
valignq zmm7, zmm9, zmm30, 2
vpmadd52luq zmm17, zmm8, zmmword ptr [rdi]
vpbroadcastq zmm22, qword ptr [rdi + 376]
vpaddq zmm23, zmm23, zmm7
vpmadd52luq zmm29, zmm8, zmmword ptr [rdi + 64]
vpmadd52luq zmm26, zmm8, zmmword ptr [rdi + 128]
vpmadd52huq zmm17, zmm12, zmmword ptr [rdi]
vpbroadcastq zmm6, qword ptr [rdi + 312]
vpmadd52huq zmm29, zmm12, zmmword ptr [rdi + 64]
vpmadd52huq zmm26, zmm12, zmmword ptr [rdi + 128]
valignq zmm19, zmm15, zmm9, 2
vpmadd52luq zmm17, zmm22, zmmword ptr [rdi + 64]
vpaddq zmm27, zmm27, zmm19
vpbroadcastq zmm5, qword ptr [rdi + 248]
vpmadd52luq zmm29, zmm22, zmmword ptr [rdi + 128]
vpmadd52luq zmm26, zmm22, zmmword ptr [rdi + 192]
vpmadd52huq zmm17, zmm13, zmmword ptr [rdi + 64]
vpmadd52luq zmm17, zmm6, zmmword ptr [rdi + 128]
vpmadd52huq zmm29, zmm13, zmmword ptr [rdi + 128]
vpmadd52huq zmm26, zmm13, zmmword ptr [rdi + 192]
valignq zmm11, zmm10, zmm15, 2
vpaddq zmm16, zmm16, zmm11
vpmadd52huq zmm17, zmm14, zmmword ptr [rdi + 128]
vpmadd52luq zmm29, zmm6, zmmword ptr [rdi + 192]
vpaddq zmm26, zmm26, zmm26
vpaddq zmm17, zmm17, zmm17
valignq zmm0, zmm30, zmm10, 2
vpmadd52huq zmm29, zmm14, zmmword ptr [rdi + 192]
vpmadd52luq zmm26, zmm6, zmmword ptr [rdi + 256]
vpaddq zmm28, zmm28, zmm0
vpmadd52luq zmm17, zmm5, zmmword ptr [rdi + 192]
vpaddq zmm29, zmm29, zmm29
vpmadd52huq zmm26, zmm14, zmmword ptr [rdi + 256]
vpmadd52huq zmm17, zmm25, zmmword ptr [rdi + 192]
vpxorq zmm21, zmm21, zmm21
vpxorq zmm20, zmm20, zmm20
vpxorq zmm7, zmm7, zmm7
valignq zmm12, zmm17, zmm30, 1
vpaddq zmm23, zmm23, zmm12
vpmadd52huq zmm21, zmm8, zmmword ptr [rdi]
vpmadd52huq zmm20, zmm8, zmmword ptr [rdi + 64]
vpmadd52huq zmm7, zmm8, zmmword ptr [rdi + 128]
valignq zmm9, zmm29, zmm17, 1
vpaddq zmm27, zmm27, zmm9
vpmadd52huq zmm21, zmm22, zmmword ptr [rdi + 64]
vpmadd52huq zmm20, zmm22, zmmword ptr [rdi + 128]
vpmadd52huq zmm7, zmm22, zmmword ptr [rdi + 192]
valignq zmm19, zmm26, zmm29, 1
vpmadd52huq zmm21, zmm6, zmmword ptr [rdi + 128]
vpaddq zmm16, zmm16, zmm19
vpmadd52huq zmm20, zmm6, zmmword ptr [rdi + 192]
vpaddq zmm7, zmm7, zmm7
vpaddq zmm21, zmm21, zmm21
valignq zmm13, zmm30, zmm26, 1
vpaddq zmm28, zmm28, zmm13
vpaddq zmm20, zmm20, zmm20
vpmadd52huq zmm7, zmm6, zmmword ptr [rdi + 256]
vpmadd52huq zmm21, zmm5, zmmword ptr [rdi + 192]
vpaddq zmm27, zmm27, zmm21
vpaddq zmm16, zmm16, zmm20
vpaddq zmm28, zmm28, zmm7
vpsrlq zmm15, zmm27, 52
vpandq zmm11, zmm15, zmmword ptr [r8 + 128]
vpandq zmm10, zmm27, zmm31
valignq zmm0, zmm11, zmm30, 7
vpaddq zmm14, zmm10, zmm0
vmovdqa64 zmmword ptr [rsi], zmm14
vpsrlq zmm25, zmm16, 52
vpandq zmm12, zmm16, zmm31
valignq zmm8, zmm25, zmm11, 7
vpaddq zmm17, zmm12, zmm8
vmovdqa64 zmmword ptr [rsi + 64], zmm17
vporq zmm9, zmm14, zmm17
vpsrlq zmm22, zmm28, 52
vpandq zmm29, zmm28, zmm31
valignq zmm19, zmm22, zmm25, 7
vpaddq zmm26, zmm29, zmm19
vmovdqa64 zmmword ptr [rsi + 128], zmm26
vporq zmm13, zmm9, zmm26
vpsrlq zmm6, zmm24, 52
vpandq zmm5, zmm24, zmm31
valignq zmm21, zmm6, zmm22, 7
vpaddq zmm20, zmm5, zmm21
vmovdqa64 zmmword ptr [rsi + 192], zmm20
vporq zmm7, zmm13, zmm20
vpsrlq zmm15, zmm4, 52
vpandq zmm10, zmm4, zmm31
valignq zmm0, zmm15, zmm6, 7
vpaddq zmm16, zmm10, zmm0
vmovdqa64 zmmword ptr [rsi + 256], zmm16
vporq zmm11, zmm7, zmm16
vpsrlq zmm12, zmm1, 52
vpandq zmm8, zmm1, zmm31
valignq zmm14, zmm12, zmm15, 7
vpaddq zmm17, zmm8, zmm14
vmovdqa64 zmmword ptr [rsi + 320], zmm17
vporq zmm28, zmm11, zmm17
vpsrlq zmm25, zmm2, 52
vpandq zmm29, zmm2, zmm31
valignq zmm19, zmm25, zmm12, 7
vpaddq zmm9, zmm29, zmm19
vmovdqa64 zmmword ptr [rsi + 384], zmm9
vporq zmm26, zmm28, zmm9
vpsrlq zmm24, zmm3, 52
vpandq zmm22, zmm3, zmm31
valignq zmm5, zmm24, zmm25, 7
vpaddq zmm21, zmm22, zmm5
vmovdqa64 zmmword ptr [rsi + 448], zmm21
vporq zmm13, zmm26, zmm21
vpsrlq zmm20, zmm18, 52
vpandq zmm4, zmm18, zmm31
valignq zmm6, zmm20, zmm24, 7
vpaddq zmm10, zmm4, zmm6
vmovdqa64 zmmword ptr [rsi + 512], zmm10
vporq zmm0, zmm13, zmm10
vpcmpuq k0, zmm0, zmm31, 6
vpandq zmm7, zmm27, zmmword ptr [r8 + 192]
vpbroadcastq zmm16, qword ptr [rdi + 192]
vpxorq zmm1, zmm1, zmm1
vpxorq zmm15, zmm15, zmm15
vpxorq zmm8, zmm8, zmm8
vpbroadcastq zmm14, qword ptr [rdi + 128]
vpbroadcastq zmm11, qword ptr [rdi + 256]
vpmadd52luq zmm1, zmm11, zmmword ptr [rdi]
vpbroadcastq zmm17, qword ptr [rdi + 320]
vpmadd52luq zmm15, zmm17, zmmword ptr [rdi]
vpmadd52luq zmm8, zmm16, zmmword ptr [rdi]
vpmadd52luq zmm1, zmm16, zmmword ptr [rdi + 64]
vpmadd52luq zmm15, zmm11, zmmword ptr [rdi + 64]
vpmadd52luq zmm8, zmm14, zmmword ptr [rdi + 64]
vpaddq zmm1, zmm1, zmm1
vpmadd52luq zmm15, zmm16, zmmword ptr [rdi + 128]
vpaddq zmm8, zmm8, zmm8
vpmadd52luq zmm1, zmm14, zmmword ptr [rdi + 128]
vpaddq zmm15, zmm15, zmm15
vpbroadcastq zmm2, qword ptr [rdi + 200]
vpxorq zmm12, zmm12, zmm12
vpxorq zmm29, zmm29, zmm29
vpxorq zmm19, zmm19, zmm19
vpbroadcastq zmm28, qword ptr [rdi + 136]
vpbroadcastq zmm9, qword ptr [rdi + 264]
vpmadd52luq zmm12, zmm9, zmmword ptr [rdi]
vpbroadcastq zmm3, qword ptr [rdi + 328]
vpmadd52luq zmm29, zmm3, zmmword ptr [rdi]
vpmadd52luq zmm19, zmm2, zmmword ptr [rdi]
vpmadd52huq zmm12, zmm11, zmmword ptr [rdi]
vpmadd52huq zmm29, zmm17, zmmword ptr [rdi]
vpmadd52huq zmm19, zmm16, zmmword ptr [rdi]
vpmadd52luq zmm12, zmm2, zmmword ptr [rdi + 64]
vpmadd52luq zmm29, zmm9, zmmword ptr [rdi + 64]
vpmadd52huq zmm12, zmm16, zmmword ptr [rdi + 64]
vpmadd52huq zmm29, zmm11, zmmword ptr [rdi + 64]
vpmadd52luq zmm19, zmm28, zmmword ptr [rdi + 64]
vpaddq zmm12, zmm12, zmm12
vpmadd52luq zmm29, zmm2, zmmword ptr [rdi + 128]
vpmadd52huq zmm19, zmm14, zmmword ptr [rdi + 64]
vpmadd52luq zmm12, zmm28, zmmword ptr [rdi + 128]
vpmadd52huq zmm29, zmm16, zmmword ptr [rdi + 128]
vpaddq zmm19, zmm19, zmm19
vpmadd52huq zmm12, zmm14, zmmword ptr [rdi + 128]
vpaddq zmm29, zmm29, zmm29
vpbroadcastq zmm25, qword ptr [rdi + 208]
vpxorq zmm22, zmm22, zmm22
vpxorq zmm5, zmm5, zmm5
vpxorq zmm26, zmm26, zmm26
valignq zmm21, zmm19, zmm30, 7
vpbroadcastq zmm18, qword ptr [rdi + 144]
vpaddq zmm8, zmm8, zmm21
vpbroadcastq zmm24, qword ptr [rdi + 272]
vpmadd52luq zmm22, zmm24, zmmword ptr [rdi]
vpbroadcastq zmm20, qword ptr [rdi + 336]
vpmadd52luq zmm5, zmm20, zmmword ptr [rdi]
vpmadd52luq zmm26, zmm25, zmmword ptr [rdi]
vpmadd52huq zmm22, zmm9, zmmword ptr [rdi]
vpmadd52huq zmm5, zmm3, zmmword ptr [rdi]
valignq zmm4, zmm12, zmm19, 7
vpaddq zmm1, zmm1, zmm4
vpmadd52huq zmm26, zmm2, zmmword ptr [rdi]
vpmadd52luq zmm22, zmm25, zmmword ptr [rdi + 64]
vpmadd52luq zmm5, zmm24, zmmword ptr [rdi + 64]
vpmadd52huq zmm22, zmm2, zmmword ptr [rdi + 64]
vpmadd52huq zmm5, zmm9, zmmword ptr [rdi + 64]
valignq zmm6, zmm29, zmm12, 7
vpmadd52luq zmm26, zmm18, zmmword ptr [rdi + 64]
vpaddq zmm15, zmm15, zmm6
vpaddq zmm22, zmm22, zmm22
vpmadd52luq zmm5, zmm25, zmmword ptr [rdi + 128]
vpmadd52huq zmm26, zmm28, zmmword ptr [rdi + 64]
valignq zmm13, zmm30, zmm29, 7
vpmadd52luq zmm22, zmm18, zmmword ptr [rdi + 128]
vpmadd52huq zmm5, zmm2, zmmword ptr [rdi + 128]
vpaddq zmm23, zmm23, zmm13
vpaddq zmm26, zmm26, zmm26
vpmadd52huq zmm22, zmm28, zmmword ptr [rdi + 128]
vpaddq zmm5, zmm5, zmm5
vpbroadcastq zmm10, qword ptr [rdi + 216]
vpxorq zmm0, zmm0, zmm0
vpxorq zmm27, zmm27, zmm27
vpxorq zmm17, zmm17, zmm17
valignq zmm11, zmm26, zmm30, 6
vpbroadcastq zmm16, qword ptr [rdi + 152]
vpaddq zmm8, zmm8, zmm11
vpbroadcastq zmm14, qword ptr [rdi + 280]
vpmadd52luq zmm0, zmm14, zmmword ptr [rdi]
vpbroadcastq zmm21, qword ptr [rdi + 344]
vpmadd52luq zmm27, zmm21, zmmword ptr [rdi]
vpmadd52luq zmm17, zmm10, zmmword ptr [rdi]
vpmadd52huq zmm0, zmm24, zmmword ptr [rdi]
vpmadd52huq zmm27, zmm20, zmmword ptr [rdi]
valignq zmm3, zmm22, zmm26, 6
vpaddq zmm1, zmm1, zmm3
vpmadd52huq zmm17, zmm25, zmmword ptr [rdi]
vpmadd52luq zmm0, zmm10, zmmword ptr [rdi + 64]
vpmadd52luq zmm27, zmm14, zmmword ptr [rdi + 64]
vpmadd52huq zmm0, zmm25, zmmword ptr [rdi + 64]
vpmadd52huq zmm27, zmm24, zmmword ptr [rdi + 64]
valignq zmm19, zmm5, zmm22, 6
vpmadd52luq zmm17, zmm16, zmmword ptr [rdi + 64]
vpaddq zmm15, zmm15, zmm19
vpaddq zmm0, zmm0, zmm0
vpmadd52luq zmm27, zmm10, zmmword ptr [rdi + 128]
vpmadd52huq zmm17, zmm18, zmmword ptr [rdi + 64]
valignq zmm4, zmm30, zmm5, 6
vpmadd52luq zmm0, zmm16, zmmword ptr [rdi + 128]
vpmadd52huq zmm27, zmm25, zmmword ptr [rdi + 128]
vpaddq zmm23, zmm23, zmm4
vpaddq zmm17, zmm17, zmm17
vpmadd52huq zmm0, zmm18, zmmword ptr [rdi + 128]
vpaddq zmm27, zmm27, zmm27
vpbroadcastq zmm9, qword ptr [rdi + 224]
vpxorq zmm12, zmm12, zmm12
vpxorq zmm6, zmm6, zmm6
vpxorq zmm29, zmm29, zmm29
valignq zmm2, zmm17, zmm30, 5
vpbroadcastq zmm13, qword ptr [rdi + 160]
vpaddq zmm8, zmm8, zmm2
vpbroadcastq zmm28, qword ptr [rdi + 288]
vpmadd52luq zmm12, zmm28, zmmword ptr [rdi]
vpbroadcastq zmm11, qword ptr [rdi + 352]
vpmadd52luq zmm6, zmm11, zmmword ptr [rdi]
vpmadd52luq zmm29, zmm9, zmmword ptr [rdi]
vpmadd52huq zmm12, zmm14, zmmword ptr [rdi]
vpmadd52huq zmm6, zmm21, zmmword ptr [rdi]
valignq zmm20, zmm0, zmm17, 5
vpaddq zmm1, zmm1, zmm20
vpmadd52huq zmm29, zmm10, zmmword ptr [rdi]
vpmadd52luq zmm12, zmm9, zmmword ptr [rdi + 64]
vpmadd52luq zmm6, zmm28, zmmword ptr [rdi + 64]
vpmadd52huq zmm12, zmm10, zmmword ptr [rdi + 64]
vpmadd52huq zmm6, zmm14, zmmword ptr [rdi + 64]
valignq zmm26, zmm27, zmm0, 5
vpmadd52luq zmm29, zmm13, zmmword ptr [rdi + 64]
vpaddq zmm15, zmm15, zmm26
vpaddq zmm12, zmm12, zmm12
vpmadd52luq zmm6, zmm9, zmmword ptr [rdi + 128]
vpmadd52huq zmm29, zmm16, zmmword ptr [rdi + 64]
valignq zmm3, zmm30, zmm27, 5
vpmadd52luq zmm12, zmm13, zmmword ptr [rdi + 128]
vpmadd52huq zmm6, zmm10, zmmword ptr [rdi + 128]
vpaddq zmm23, zmm23, zmm3
vpaddq zmm29, zmm29, zmm29
vpmadd52huq zmm12, zmm16, zmmword ptr [rdi + 128]
vpaddq zmm6, zmm6, zmm6
vpbroadcastq zmm24, qword ptr [rdi + 232]
vpxorq zmm22, zmm22, zmm22
vpxorq zmm19, zmm19, zmm19
vpxorq zmm5, zmm5, zmm5
valignq zmm25, zmm29, zmm30, 4
vpbroadcastq zmm4, qword ptr [rdi + 168]
vpaddq zmm8, zmm8, zmm25
vpbroadcastq zmm18, qword ptr [rdi + 296]
vpmadd52luq zmm22, zmm18, zmmword ptr [rdi]
vpbroadcastq zmm2, qword ptr [rdi + 360]
vpmadd52luq zmm19, zmm2, zmmword ptr [rdi]
vpmadd52luq zmm5, zmm24, zmmword ptr [rdi]
vpmadd52huq zmm22, zmm28, zmmword ptr [rdi]
vpmadd52huq zmm19, zmm11, zmmword ptr [rdi]
valignq zmm21, zmm12, zmm29, 4
vpaddq zmm1, zmm1, zmm21
vpmadd52huq zmm5, zmm9, zmmword ptr [rdi]
vpmadd52luq zmm22, zmm24, zmmword ptr [rdi + 64]
vpmadd52luq zmm19, zmm18, zmmword ptr [rdi + 64]
vpmadd52huq zmm22, zmm9, zmmword ptr [rdi + 64]
vpmadd52huq zmm19, zmm28, zmmword ptr [rdi + 64]
valignq zmm17, zmm6, zmm12, 4
vpmadd52luq zmm5, zmm4, zmmword ptr [rdi + 64]
vpaddq zmm15, zmm15, zmm17
vpaddq zmm22, zmm22, zmm22
vpmadd52luq zmm19, zmm24, zmmword ptr [rdi + 128]
vpmadd52huq zmm5, zmm13, zmmword ptr [rdi + 64]
valignq zmm20, zmm30, zmm6, 4
vpmadd52luq zmm22, zmm4, zmmword ptr [rdi + 128]
vpmadd52huq zmm19, zmm9, zmmword ptr [rdi + 128]
vpaddq zmm23, zmm23, zmm20
vpaddq zmm5, zmm5, zmm5
vpmadd52huq zmm22, zmm13, zmmword ptr [rdi + 128]
vpaddq zmm19, zmm19, zmm19
vpbroadcastq zmm14, qword ptr [rdi + 240]
vpxorq zmm0, zmm0, zmm0
vpxorq zmm26, zmm26, zmm26
vpxorq zmm27, zmm27, zmm27
valignq zmm10, zmm5, zmm30, 3
vpbroadcastq zmm3, qword ptr [rdi + 176]
vpaddq zmm8, zmm8, zmm10
vpbroadcastq zmm16, qword ptr [rdi + 304]
vpmadd52luq zmm0, zmm16, zmmword ptr [rdi]
vpbroadcastq zmm25, qword ptr [rdi + 368]
vpmadd52luq zmm26, zmm25, zmmword ptr [rdi]
vpmadd52luq zmm27, zmm14, zmmword ptr [rdi]
vpmadd52huq zmm0, zmm18, zmmword ptr [rdi]
vpmadd52huq zmm26, zmm2, zmmword ptr [rdi]
valignq zmm11, zmm22, zmm5, 3
vpaddq zmm1, zmm1, zmm11
vpmadd52huq zmm27, zmm24, zmmword ptr [rdi]
vpmadd52luq zmm0, zmm14, zmmword ptr [rdi + 64]
vpmadd52luq zmm26, zmm16, zmmword ptr [rdi + 64]
vpmadd52huq zmm0, zmm24, zmmword ptr [rdi + 64]
vpmadd52huq zmm26, zmm18, zmmword ptr [rdi + 64]
valignq zmm29, zmm19, zmm22, 3
vpmadd52luq zmm27, zmm3, zmmword ptr [rdi + 64]
vpaddq zmm15, zmm15, zmm29
vpaddq zmm0, zmm0, zmm0
vpmadd52luq zmm26, zmm14, zmmword ptr [rdi + 128]
vpmadd52huq zmm27, zmm4, zmmword ptr [rdi + 64]
valignq zmm21, zmm30, zmm19, 3
vpmadd52luq zmm0, zmm3, zmmword ptr [rdi + 128]
vpmadd52huq zmm26, zmm24, zmmword ptr [rdi + 128]
vpaddq zmm23, zmm23, zmm21
vpaddq zmm27, zmm27, zmm27
vpmadd52huq zmm0, zmm4, zmmword ptr [rdi + 128]
vpaddq zmm26, zmm26, zmm26
vpbroadcastq zmm28, qword ptr [rdi + 248]
vpxorq zmm12, zmm12, zmm12
vpxorq zmm17, zmm17, zmm17
vpxorq zmm6, zmm6, zmm6
valignq zmm9, zmm27, zmm30, 2
vpbroadcastq zmm20, qword ptr [rdi + 184]
vpaddq zmm8, zmm8, zmm9
vpbroadcastq zmm13, qword ptr [rdi + 312]
vpmadd52luq zmm12, zmm13, zmmword ptr [rdi]
vpbroadcastq zmm10, qword ptr [rdi + 376]
vpmadd52luq zmm17, zmm10, zmmword ptr [rdi]
vpmadd52luq zmm6, zmm28, zmmword ptr [rdi]
vpmadd52huq zmm12, zmm16, zmmword ptr [rdi]
vpmadd52huq zmm17, zmm25, zmmword ptr [rdi]
valignq zmm2, zmm0, zmm27, 2
vpaddq zmm1, zmm1, zmm2
vpmadd52huq zmm6, zmm14, zmmword ptr [rdi]
vpmadd52luq zmm12, zmm28, zmmword ptr [rdi + 64]
vpmadd52luq zmm17, zmm13, zmmword ptr [rdi + 64]
vpmadd52huq zmm12, zmm14, zmmword ptr [rdi + 64]
vpmadd52huq zmm17, zmm16, zmmword ptr [rdi + 64]
valignq zmm5, zmm26, zmm0, 2
vpmadd52luq zmm6, zmm20, zmmword ptr [rdi + 64]
vpaddq zmm15, zmm15, zmm5
vpaddq zmm12, zmm12, zmm12
vpmadd52luq zmm17, zmm28, zmmword ptr [rdi + 128]
vpmadd52huq zmm6, zmm3, zmmword ptr [rdi + 64]
valignq zmm11, zmm30, zmm26, 2
vpmadd52luq zmm12, zmm20, zmmword ptr [rdi + 128]
vpmadd52huq zmm17, zmm14, zmmword ptr [rdi + 128]
vpaddq zmm23, zmm23, zmm11
vpaddq zmm6, zmm6, zmm6
vpmadd52huq zmm12, zmm3, zmmword ptr [rdi + 128]
vpaddq zmm17, zmm17, zmm17
vpxorq zmm18, zmm18, zmm18
vpxorq zmm22, zmm22, zmm22
valignq zmm29, zmm6, zmm30, 1
vpxorq zmm19, zmm19, zmm19
vpaddq zmm8, zmm8, zmm29
vpmadd52huq zmm18, zmm13, zmmword ptr [rdi]
vpmadd52huq zmm22, zmm10, zmmword ptr [rdi]
valignq zmm24, zmm12, zmm6, 1
vpmadd52huq zmm19, zmm28, zmmword ptr [rdi]
vpaddq zmm1, zmm1, zmm24
vpmadd52huq zmm18, zmm28, zmmword ptr [rdi + 64]
vpmadd52huq zmm22, zmm13, zmmword ptr [rdi + 64]
valignq zmm21, zmm17, zmm12, 1
vpaddq zmm15, zmm15, zmm21
vpmadd52huq zmm19, zmm20, zmmword ptr [rdi + 64]
vpaddq zmm18, zmm18, zmm18
vpmadd52huq zmm22, zmm28, zmmword ptr [rdi + 128]
valignq zmm4, zmm30, zmm17, 1
vpaddq zmm23, zmm23, zmm4
vpaddq zmm19, zmm19, zmm19
vpmadd52huq zmm18, zmm20, zmmword ptr [rdi + 128]
vpaddq zmm22, zmm22, zmm22
vpaddq zmm1, zmm1, zmm19
vpaddq zmm15, zmm15, zmm18
vpaddq zmm23, zmm23, zmm22
vpbroadcastq zmm9, qword ptr [rdi]
vpxorq zmm25, zmm25, zmm25
vpxorq zmm27, zmm27, zmm27
vpbroadcastq zmm2, qword ptr [rdi + 64]
vpxorq zmm16, zmm16, zmm16
vpbroadcastq zmm0, qword ptr [rdi + 128]
vpmadd52luq zmm25, zmm0, zmmword ptr [rdi]
vpmadd52luq zmm27, zmm2, zmmword ptr [rdi]
vpaddq zmm25, zmm25, zmm25
vpmadd52luq zmm16, zmm9, zmmword ptr [rdi]
vpaddq zmm27, zmm27, zmm27
vpmadd52luq zmm25, zmm2, zmmword ptr [rdi + 64]
vpbroadcastq zmm5, qword ptr [rdi + 8]
vpxorq zmm26, zmm26, zmm26
vpxorq zmm14, zmm14, zmm14
vpxorq zmm11, zmm11, zmm11
vpbroadcastq zmm3, qword ptr [rdi + 72]
vpbroadcastq zmm29, qword ptr [rdi + 136]
vpmadd52luq zmm26, zmm29, zmmword ptr [rdi]
vpmadd52luq zmm14, zmm3, zmmword ptr [rdi]
vpmadd52huq zmm26, zmm0, zmmword ptr [rdi]
vpmadd52luq zmm11, zmm5, zmmword ptr [rdi]
vpaddq zmm26, zmm26, zmm26
vpmadd52huq zmm14, zmm2, zmmword ptr [rdi]
vpmadd52luq zmm26, zmm3, zmmword ptr [rdi + 64]
vpmadd52huq zmm11, zmm9, zmmword ptr [rdi]
vpaddq zmm14, zmm14, zmm14
vpmadd52huq zmm26, zmm2, zmmword ptr [rdi + 64]
vpbroadcastq zmm10, qword ptr [rdi + 16]
vpxorq zmm6, zmm6, zmm6
valignq zmm24, zmm11, zmm30, 7
vpxorq zmm13, zmm13, zmm13
vpaddq zmm16, zmm16, zmm24
vpxorq zmm12, zmm12, zmm12
vpbroadcastq zmm21, qword ptr [rdi + 80]
vpbroadcastq zmm28, qword ptr [rdi + 144]
vpmadd52luq zmm6, zmm28, zmmword ptr [rdi]
valignq zmm17, zmm14, zmm11, 7
vpmadd52luq zmm13, zmm21, zmmword ptr [rdi]
vpaddq zmm27, zmm27, zmm17
vpmadd52huq zmm6, zmm29, zmmword ptr [rdi]
vpmadd52luq zmm12, zmm10, zmmword ptr [rdi]
valignq zmm4, zmm26, zmm14, 7
vpaddq zmm6, zmm6, zmm6
vpaddq zmm25, zmm25, zmm4
vpmadd52huq zmm13, zmm3, zmmword ptr [rdi]
vpmadd52luq zmm6, zmm21, zmmword ptr [rdi + 64]
valignq zmm20, zmm30, zmm26, 7
vpmadd52huq zmm12, zmm5, zmmword ptr [rdi]
vpaddq zmm8, zmm8, zmm20
vpaddq zmm13, zmm13, zmm13
vpmadd52huq zmm6, zmm3, zmmword ptr [rdi + 64]
vpbroadcastq zmm19, qword ptr [rdi + 24]
vpxorq zmm18, zmm18, zmm18
valignq zmm22, zmm12, zmm30, 6
vpxorq zmm0, zmm0, zmm0
vpaddq zmm16, zmm16, zmm22
vpxorq zmm9, zmm9, zmm9
vpbroadcastq zmm2, qword ptr [rdi + 88]
vpbroadcastq zmm24, qword ptr [rdi + 152]
vpmadd52luq zmm18, zmm24, zmmword ptr [rdi]
valignq zmm11, zmm13, zmm12, 6
vpmadd52luq zmm0, zmm2, zmmword ptr [rdi]
vpaddq zmm27, zmm27, zmm11
vpmadd52huq zmm18, zmm28, zmmword ptr [rdi]
vpmadd52luq zmm9, zmm19, zmmword ptr [rdi]
valignq zmm17, zmm6, zmm13, 6
vpaddq zmm18, zmm18, zmm18
vpaddq zmm25, zmm25, zmm17
vpmadd52huq zmm0, zmm21, zmmword ptr [rdi]
vpmadd52luq zmm18, zmm2, zmmword ptr [rdi + 64]
valignq zmm29, zmm30, zmm6, 6
vpmadd52huq zmm9, zmm10, zmmword ptr [rdi]
vpaddq zmm8, zmm8, zmm29
vpaddq zmm0, zmm0, zmm0
vpmadd52huq zmm18, zmm21, zmmword ptr [rdi + 64]
vpbroadcastq zmm14, qword ptr [rdi + 32]
vpxorq zmm4, zmm4, zmm4
valignq zmm26, zmm9, zmm30, 5
vpxorq zmm5, zmm5, zmm5
vpaddq zmm16, zmm16, zmm26
vpxorq zmm20, zmm20, zmm20
vpbroadcastq zmm3, qword ptr [rdi + 96]
vpbroadcastq zmm22, qword ptr [rdi + 160]
vpmadd52luq zmm4, zmm22, zmmword ptr [rdi]
valignq zmm12, zmm0, zmm9, 5
vpmadd52luq zmm5, zmm3, zmmword ptr [rdi]
vpaddq zmm27, zmm27, zmm12
vpmadd52huq zmm4, zmm24, zmmword ptr [rdi]
vpmadd52luq zmm20, zmm14, zmmword ptr [rdi]
valignq zmm11, zmm18, zmm0, 5
vpaddq zmm4, zmm4, zmm4
vpaddq zmm25, zmm25, zmm11
vpmadd52huq zmm5, zmm2, zmmword ptr [rdi]
vpmadd52luq zmm4, zmm3, zmmword ptr [rdi + 64]
valignq zmm28, zmm30, zmm18, 5
vpmadd52huq zmm20, zmm19, zmmword ptr [rdi]
vpaddq zmm8, zmm8, zmm28
vpaddq zmm5, zmm5, zmm5
vpmadd52huq zmm4, zmm2, zmmword ptr [rdi + 64]
vpbroadcastq zmm13, qword ptr [rdi + 40]
vpxorq zmm17, zmm17, zmm17
valignq zmm6, zmm20, zmm30, 4
vpxorq zmm10, zmm10, zmm10
vpaddq zmm16, zmm16, zmm6
vpxorq zmm29, zmm29, zmm29
vpbroadcastq zmm21, qword ptr [rdi + 104]
vpbroadcastq zmm26, qword ptr [rdi + 168]
vpmadd52luq zmm17, zmm26, zmmword ptr [rdi]
valignq zmm9, zmm5, zmm20, 4
vpmadd52luq zmm10, zmm21, zmmword ptr [rdi]
vpaddq zmm27, zmm27, zmm9
vpmadd52huq zmm17, zmm22, zmmword ptr [rdi]
vpmadd52luq zmm29, zmm13, zmmword ptr [rdi]
valignq zmm12, zmm4, zmm5, 4
vpaddq zmm17, zmm17, zmm17
vpaddq zmm25, zmm25, zmm12
vpmadd52huq zmm10, zmm3, zmmword ptr [rdi]
vpmadd52luq zmm17, zmm21, zmmword ptr [rdi + 64]
valignq zmm24, zmm30, zmm4, 4
vpmadd52huq zmm29, zmm14, zmmword ptr [rdi]
vpaddq zmm8, zmm8, zmm24
vpaddq zmm10, zmm10, zmm10
vpmadd52huq zmm17, zmm3, zmmword ptr [rdi + 64]
vpbroadcastq zmm0, qword ptr [rdi + 48]
vpxorq zmm11, zmm11, zmm11
valignq zmm18, zmm29, zmm30, 3
vpxorq zmm19, zmm19, zmm19
vpaddq zmm16, zmm16, zmm18
vpxorq zmm28, zmm28, zmm28
vpbroadcastq zmm2, qword ptr [rdi + 112]
vpbroadcastq zmm6, qword ptr [rdi + 176]
vpmadd52luq zmm11, zmm6, zmmword ptr [rdi]
valignq zmm20, zmm10, zmm29, 3
vpmadd52luq zmm19, zmm2, zmmword ptr [rdi]
vpaddq zmm27, zmm27, zmm20
vpmadd52huq zmm11, zmm26, zmmword ptr [rdi]
vpmadd52luq zmm28, zmm0, zmmword ptr [rdi]
valignq zmm9, zmm17, zmm10, 3
vpaddq zmm11, zmm11, zmm11
vpaddq zmm25, zmm25, zmm9
vpmadd52huq zmm19, zmm21, zmmword ptr [rdi]
vpmadd52luq zmm11, zmm2, zmmword ptr [rdi + 64]
valignq zmm22, zmm30, zmm17, 3
vpmadd52huq zmm28, zmm13, zmmword ptr [rdi]
vpaddq zmm8, zmm8, zmm22
vpaddq zmm19, zmm19, zmm19
vpmadd52huq zmm11, zmm21, zmmword ptr [rdi + 64]
vpbroadcastq zmm5, qword ptr [rdi + 56]
vpxorq zmm12, zmm12, zmm12
valignq zmm4, zmm28, zmm30, 2
vpxorq zmm14, zmm14, zmm14
vpaddq zmm16, zmm16, zmm4
vpxorq zmm24, zmm24, zmm24
vpbroadcastq zmm3, qword ptr [rdi + 120]
vpbroadcastq zmm18, qword ptr [rdi + 184]
vpmadd52luq zmm12, zmm18, zmmword ptr [rdi]
valignq zmm29, zmm19, zmm28, 2
vpmadd52luq zmm14, zmm3, zmmword ptr [rdi]
vpaddq zmm27, zmm27, zmm29
vpmadd52huq zmm12, zmm6, zmmword ptr [rdi]
vpmadd52luq zmm24, zmm5, zmmword ptr [rdi]
valignq zmm20, zmm11, zmm19, 2
vpaddq zmm12, zmm12, zmm12
vpaddq zmm25, zmm25, zmm20
vpmadd52huq zmm14, zmm2, zmmword ptr [rdi]
vpmadd52luq zmm12, zmm3, zmmword ptr [rdi + 64]
valignq zmm26, zmm30, zmm11, 2
vpmadd52huq zmm24, zmm0, zmmword ptr [rdi]
vpaddq zmm8, zmm8, zmm26
vpaddq zmm14, zmm14, zmm14
vpmadd52huq zmm12, zmm2, zmmword ptr [rdi + 64]
valignq zmm10, zmm24, zmm30, 1
vpxorq zmm9, zmm9, zmm9
vpaddq zmm16, zmm16, zmm10
vpxorq zmm17, zmm17, zmm17
vpxorq zmm13, zmm13, zmm13
valignq zmm22, zmm14, zmm24, 1
vpmadd52huq zmm9, zmm18, zmmword ptr [rdi]
vpaddq zmm27, zmm27, zmm22
vpmadd52huq zmm17, zmm3, zmmword ptr [rdi]
valignq zmm21, zmm12, zmm14, 1
vpaddq zmm25, zmm25, zmm21
vpaddq zmm9, zmm9, zmm9
vpmadd52huq zmm13, zmm5, zmmword ptr [rdi]
valignq zmm4, zmm30, zmm12, 1
vpaddq zmm17, zmm17, zmm17
vpaddq zmm8, zmm8, zmm4
vpmadd52huq zmm9, zmm3, zmmword ptr [rdi + 64]
vpaddq zmm27, zmm27, zmm13
vpaddq zmm25, zmm25, zmm17
vpaddq zmm8, zmm8, zmm9
kortestb k0, k0
jne 7f
vpbroadcastq zmm28, qword ptr [rsi + 32]
vmovdqa64 zmm29, zmmword ptr [rdx - 15360]
vpxorq zmm6, zmm6, zmm6
vpmadd52luq zmm6, zmm28, zmm29
vpxorq zmm19, zmm19, zmm19
vpmadd52huq zmm19, zmm28, zmm29
vmovdqa64 zmm20, zmmword ptr [rdx - 15296]
vpxorq zmm11, zmm11, zmm11
vpmadd52luq zmm11, zmm28, zmm20
vpxorq zmm0, zmm0, zmm0
vpmadd52huq zmm0, zmm28, zmm20
vmovdqa64 zmm26, zmmword ptr [rdx - 15232]
vpxorq zmm2, zmm2, zmm2
vpmadd52luq zmm2, zmm28, zmm26
vpxorq zmm10, zmm10, zmm10
vpmadd52huq zmm10, zmm28, zmm26
vmovdqa64 zmm24, zmmword ptr [rdx - 15168]
vpxorq zmm18, zmm18, zmm18
vpmadd52luq zmm18, zmm28, zmm24
vpxorq zmm22, zmm22, zmm22
vpmadd52huq zmm22, zmm28, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 40]
vmovdqa64 zmm21, zmmword ptr [rdx - 14848]
vpxorq zmm5, zmm5, zmm5
vpmadd52luq zmm5, zmm14, zmm21
vpxorq zmm12, zmm12, zmm12
vpmadd52huq zmm12, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 14784]
vpxorq zmm3, zmm3, zmm3
vpmadd52luq zmm3, zmm14, zmm4
vpxorq zmm13, zmm13, zmm13
vpmadd52huq zmm13, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 14720]
vpxorq zmm9, zmm9, zmm9
vpmadd52luq zmm9, zmm14, zmm17
vpxorq zmm29, zmm29, zmm29
vpmadd52huq zmm29, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx - 14656]
vpxorq zmm26, zmm26, zmm26
vpmadd52luq zmm26, zmm14, zmm20
vpxorq zmm28, zmm28, zmm28
vpmadd52huq zmm28, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 48]
vmovdqa64 zmm21, zmmword ptr [rdx - 14336]
vpmadd52luq zmm6, zmm24, zmm21
vpmadd52huq zmm19, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 14272]
vpmadd52luq zmm11, zmm24, zmm4
vpmadd52huq zmm0, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 14208]
vpmadd52luq zmm2, zmm24, zmm17
vpmadd52huq zmm10, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx - 14144]
vpmadd52luq zmm18, zmm24, zmm14
vpmadd52huq zmm22, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 56]
vmovdqa64 zmm21, zmmword ptr [rdx - 13824]
vpmadd52luq zmm5, zmm20, zmm21
vpmadd52huq zmm12, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 13760]
vpmadd52luq zmm3, zmm20, zmm4
vpmadd52huq zmm13, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 13696]
vpmadd52luq zmm9, zmm20, zmm17
vpmadd52huq zmm29, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx - 13632]
vpmadd52luq zmm26, zmm20, zmm24
vpmadd52huq zmm28, zmm20, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 64]
vmovdqa64 zmm21, zmmword ptr [rdx - 13312]
vpmadd52luq zmm6, zmm14, zmm21
vpmadd52huq zmm19, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 13248]
vpmadd52luq zmm11, zmm14, zmm4
vpmadd52huq zmm0, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 13184]
vpmadd52luq zmm2, zmm14, zmm17
vpmadd52huq zmm10, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx - 13120]
vpmadd52luq zmm18, zmm14, zmm20
vpmadd52huq zmm22, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 72]
vmovdqa64 zmm21, zmmword ptr [rdx - 12800]
vpmadd52luq zmm5, zmm24, zmm21
vpmadd52huq zmm12, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 12736]
vpmadd52luq zmm3, zmm24, zmm4
vpmadd52huq zmm13, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 12672]
vpmadd52luq zmm9, zmm24, zmm17
vpmadd52huq zmm29, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx - 12608]
vpmadd52luq zmm26, zmm24, zmm14
vpmadd52huq zmm28, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 80]
vmovdqa64 zmm21, zmmword ptr [rdx - 12288]
vpmadd52luq zmm6, zmm20, zmm21
vpmadd52huq zmm19, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 12224]
vpmadd52luq zmm11, zmm20, zmm4
vpmadd52huq zmm0, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 12160]
vpmadd52luq zmm2, zmm20, zmm17
vpmadd52huq zmm10, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx - 12096]
vpmadd52luq zmm18, zmm20, zmm24
vpmadd52huq zmm22, zmm20, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 88]
vmovdqa64 zmm21, zmmword ptr [rdx - 11776]
vpmadd52luq zmm5, zmm14, zmm21
vpmadd52huq zmm12, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 11712]
vpmadd52luq zmm3, zmm14, zmm4
vpmadd52huq zmm13, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 11648]
vpmadd52luq zmm9, zmm14, zmm17
vpmadd52huq zmm29, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx - 11584]
vpmadd52luq zmm26, zmm14, zmm20
vpmadd52huq zmm28, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 96]
vmovdqa64 zmm21, zmmword ptr [rdx - 11264]
vpmadd52luq zmm6, zmm24, zmm21
vpmadd52huq zmm19, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 11200]
vpmadd52luq zmm11, zmm24, zmm4
vpmadd52huq zmm0, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 11136]
vpmadd52luq zmm2, zmm24, zmm17
vpmadd52huq zmm10, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx - 11072]
vpmadd52luq zmm18, zmm24, zmm14
vpmadd52huq zmm22, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 104]
vmovdqa64 zmm21, zmmword ptr [rdx - 10752]
vpmadd52luq zmm5, zmm20, zmm21
vpmadd52huq zmm12, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 10688]
vpmadd52luq zmm3, zmm20, zmm4
vpmadd52huq zmm13, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 10624]
vpmadd52luq zmm9, zmm20, zmm17
vpmadd52huq zmm29, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx - 10560]
vpmadd52luq zmm26, zmm20, zmm24
vpmadd52huq zmm28, zmm20, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 112]
vmovdqa64 zmm21, zmmword ptr [rdx - 10240]
vpmadd52luq zmm6, zmm14, zmm21
vpmadd52huq zmm19, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 10176]
vpmadd52luq zmm11, zmm14, zmm4
vpmadd52huq zmm0, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 10112]
vpmadd52luq zmm2, zmm14, zmm17
vpmadd52huq zmm10, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx - 10048]
vpmadd52luq zmm18, zmm14, zmm20
vpmadd52huq zmm22, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 120]
vmovdqa64 zmm21, zmmword ptr [rdx - 9728]
vpmadd52luq zmm5, zmm24, zmm21
vpmadd52huq zmm12, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 9664]
vpmadd52luq zmm3, zmm24, zmm4
vpmadd52huq zmm13, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 9600]
vpmadd52luq zmm9, zmm24, zmm17
vpmadd52huq zmm29, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx - 9536]
vpmadd52luq zmm26, zmm24, zmm14
vpmadd52huq zmm28, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 128]
vmovdqa64 zmm21, zmmword ptr [rdx - 9216]
vpmadd52luq zmm6, zmm20, zmm21
vpmadd52huq zmm19, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 9152]
vpmadd52luq zmm11, zmm20, zmm4
vpmadd52huq zmm0, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 9088]
vpmadd52luq zmm2, zmm20, zmm17
vpmadd52huq zmm10, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx - 9024]
vpmadd52luq zmm18, zmm20, zmm24
vpmadd52huq zmm22, zmm20, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 136]
vmovdqa64 zmm21, zmmword ptr [rdx - 8704]
vpmadd52luq zmm5, zmm14, zmm21
vpmadd52huq zmm12, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 8640]
vpmadd52luq zmm3, zmm14, zmm4
vpmadd52huq zmm13, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 8576]
vpmadd52luq zmm9, zmm14, zmm17
vpmadd52huq zmm29, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx - 8512]
vpmadd52luq zmm26, zmm14, zmm20
vpmadd52huq zmm28, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 144]
vmovdqa64 zmm21, zmmword ptr [rdx - 8192]
vpmadd52luq zmm6, zmm24, zmm21
vpmadd52huq zmm19, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 8128]
vpmadd52luq zmm11, zmm24, zmm4
vpmadd52huq zmm0, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 8064]
vpmadd52luq zmm2, zmm24, zmm17
vpmadd52huq zmm10, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx - 8000]
vpmadd52luq zmm18, zmm24, zmm14
vpmadd52huq zmm22, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 152]
vmovdqa64 zmm21, zmmword ptr [rdx - 7680]
vpmadd52luq zmm5, zmm20, zmm21
vpmadd52huq zmm12, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 7616]
vpmadd52luq zmm3, zmm20, zmm4
vpmadd52huq zmm13, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 7552]
vpmadd52luq zmm9, zmm20, zmm17
vpmadd52huq zmm29, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx - 7488]
vpmadd52luq zmm26, zmm20, zmm24
vpmadd52huq zmm28, zmm20, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 160]
vmovdqa64 zmm21, zmmword ptr [rdx - 7168]
vpmadd52luq zmm6, zmm14, zmm21
vpmadd52huq zmm19, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 7104]
vpmadd52luq zmm11, zmm14, zmm4
vpmadd52huq zmm0, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 7040]
vpmadd52luq zmm2, zmm14, zmm17
vpmadd52huq zmm10, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx - 6976]
vpmadd52luq zmm18, zmm14, zmm20
vpmadd52huq zmm22, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 168]
vmovdqa64 zmm21, zmmword ptr [rdx - 6656]
vpmadd52luq zmm5, zmm24, zmm21
vpmadd52huq zmm12, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 6592]
vpmadd52luq zmm3, zmm24, zmm4
vpmadd52huq zmm13, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 6528]
vpmadd52luq zmm9, zmm24, zmm17
vpmadd52huq zmm29, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx - 6464]
vpmadd52luq zmm26, zmm24, zmm14
vpmadd52huq zmm28, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 176]
vmovdqa64 zmm21, zmmword ptr [rdx - 6144]
vpmadd52luq zmm6, zmm20, zmm21
vpmadd52huq zmm19, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 6080]
vpmadd52luq zmm11, zmm20, zmm4
vpmadd52huq zmm0, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 6016]
vpmadd52luq zmm2, zmm20, zmm17
vpmadd52huq zmm10, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx - 5952]
vpmadd52luq zmm18, zmm20, zmm24
vpmadd52huq zmm22, zmm20, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 184]
vmovdqa64 zmm21, zmmword ptr [rdx - 5632]
vpmadd52luq zmm5, zmm14, zmm21
vpmadd52huq zmm12, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 5568]
vpmadd52luq zmm3, zmm14, zmm4
vpmadd52huq zmm13, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 5504]
vpmadd52luq zmm9, zmm14, zmm17
vpmadd52huq zmm29, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx - 5440]
vpmadd52luq zmm26, zmm14, zmm20
vpmadd52huq zmm28, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 192]
vmovdqa64 zmm21, zmmword ptr [rdx - 5120]
vpmadd52luq zmm6, zmm24, zmm21
vpmadd52huq zmm19, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 5056]
vpmadd52luq zmm11, zmm24, zmm4
vpmadd52huq zmm0, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 4992]
vpmadd52luq zmm2, zmm24, zmm17
vpmadd52huq zmm10, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx - 4928]
vpmadd52luq zmm18, zmm24, zmm14
vpmadd52huq zmm22, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 200]
vmovdqa64 zmm21, zmmword ptr [rdx - 4608]
vpmadd52luq zmm5, zmm20, zmm21
vpmadd52huq zmm12, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 4544]
vpmadd52luq zmm3, zmm20, zmm4
vpmadd52huq zmm13, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 4480]
vpmadd52luq zmm9, zmm20, zmm17
vpmadd52huq zmm29, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx - 4416]
vpmadd52luq zmm26, zmm20, zmm24
vpmadd52huq zmm28, zmm20, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 208]
vmovdqa64 zmm21, zmmword ptr [rdx - 4096]
vpmadd52luq zmm6, zmm14, zmm21
vpmadd52huq zmm19, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 4032]
vpmadd52luq zmm11, zmm14, zmm4
vpmadd52huq zmm0, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 3968]
vpmadd52luq zmm2, zmm14, zmm17
vpmadd52huq zmm10, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx - 3904]
vpmadd52luq zmm18, zmm14, zmm20
vpmadd52huq zmm22, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 216]
vmovdqa64 zmm21, zmmword ptr [rdx - 3584]
vpmadd52luq zmm5, zmm24, zmm21
vpmadd52huq zmm12, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 3520]
vpmadd52luq zmm3, zmm24, zmm4
vpmadd52huq zmm13, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 3456]
vpmadd52luq zmm9, zmm24, zmm17
vpmadd52huq zmm29, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx - 3392]
vpmadd52luq zmm26, zmm24, zmm14
vpmadd52huq zmm28, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 224]
vmovdqa64 zmm21, zmmword ptr [rdx - 3072]
vpmadd52luq zmm6, zmm20, zmm21
vpmadd52huq zmm19, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 3008]
vpmadd52luq zmm11, zmm20, zmm4
vpmadd52huq zmm0, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 2944]
vpmadd52luq zmm2, zmm20, zmm17
vpmadd52huq zmm10, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx - 2880]
vpmadd52luq zmm18, zmm20, zmm24
vpmadd52huq zmm22, zmm20, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 232]
vmovdqa64 zmm21, zmmword ptr [rdx - 2560]
vpmadd52luq zmm5, zmm14, zmm21
vpmadd52huq zmm12, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 2496]
vpmadd52luq zmm3, zmm14, zmm4
vpmadd52huq zmm13, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 2432]
vpmadd52luq zmm9, zmm14, zmm17
vpmadd52huq zmm29, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx - 2368]
vpmadd52luq zmm26, zmm14, zmm20
vpmadd52huq zmm28, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 240]
vmovdqa64 zmm21, zmmword ptr [rdx - 2048]
vpmadd52luq zmm6, zmm24, zmm21
vpmadd52huq zmm19, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 1984]
vpmadd52luq zmm11, zmm24, zmm4
vpmadd52huq zmm0, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 1920]
vpmadd52luq zmm2, zmm24, zmm17
vpmadd52huq zmm10, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx - 1856]
vpmadd52luq zmm18, zmm24, zmm14
vpmadd52huq zmm22, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 248]
vmovdqa64 zmm21, zmmword ptr [rdx - 1536]
vpmadd52luq zmm5, zmm20, zmm21
vpmadd52huq zmm12, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 1472]
vpmadd52luq zmm3, zmm20, zmm4
vpmadd52huq zmm13, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 1408]
vpmadd52luq zmm9, zmm20, zmm17
vpmadd52huq zmm29, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx - 1344]
vpmadd52luq zmm26, zmm20, zmm24
vpmadd52huq zmm28, zmm20, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 256]
vmovdqa64 zmm21, zmmword ptr [rdx - 1024]
vpmadd52luq zmm6, zmm14, zmm21
vpmadd52huq zmm19, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 960]
vpmadd52luq zmm11, zmm14, zmm4
vpmadd52huq zmm0, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 896]
vpmadd52luq zmm2, zmm14, zmm17
vpmadd52huq zmm10, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx - 832]
vpmadd52luq zmm18, zmm14, zmm20
vpmadd52huq zmm22, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 264]
vmovdqa64 zmm21, zmmword ptr [rdx - 512]
vpmadd52luq zmm5, zmm24, zmm21
vpmadd52huq zmm12, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx - 448]
vpmadd52luq zmm3, zmm24, zmm4
vpmadd52huq zmm13, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx - 384]
vpmadd52luq zmm9, zmm24, zmm17
vpmadd52huq zmm29, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx - 320]
vpmadd52luq zmm26, zmm24, zmm14
vpmadd52huq zmm28, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 272]
vmovdqa64 zmm21, zmmword ptr [rdx]
vpmadd52luq zmm6, zmm20, zmm21
vpmadd52huq zmm19, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 64]
vpmadd52luq zmm11, zmm20, zmm4
vpmadd52huq zmm0, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 128]
vpmadd52luq zmm2, zmm20, zmm17
vpmadd52huq zmm10, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx + 192]
vpmadd52luq zmm18, zmm20, zmm24
vpmadd52huq zmm22, zmm20, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 280]
vmovdqa64 zmm21, zmmword ptr [rdx + 512]
vpmadd52luq zmm5, zmm14, zmm21
vpmadd52huq zmm12, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 576]
vpmadd52luq zmm3, zmm14, zmm4
vpmadd52huq zmm13, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 640]
vpmadd52luq zmm9, zmm14, zmm17
vpmadd52huq zmm29, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx + 704]
vpmadd52luq zmm26, zmm14, zmm20
vpmadd52huq zmm28, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 288]
vmovdqa64 zmm21, zmmword ptr [rdx + 1024]
vpmadd52luq zmm6, zmm24, zmm21
vpmadd52huq zmm19, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 1088]
vpmadd52luq zmm11, zmm24, zmm4
vpmadd52huq zmm0, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 1152]
vpmadd52luq zmm2, zmm24, zmm17
vpmadd52huq zmm10, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx + 1216]
vpmadd52luq zmm18, zmm24, zmm14
vpmadd52huq zmm22, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 296]
vmovdqa64 zmm21, zmmword ptr [rdx + 1536]
vpmadd52luq zmm5, zmm20, zmm21
vpmadd52huq zmm12, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 1600]
vpmadd52luq zmm3, zmm20, zmm4
vpmadd52huq zmm13, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 1664]
vpmadd52luq zmm9, zmm20, zmm17
vpmadd52huq zmm29, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx + 1728]
vpmadd52luq zmm26, zmm20, zmm24
vpmadd52huq zmm28, zmm20, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 304]
vmovdqa64 zmm21, zmmword ptr [rdx + 2048]
vpmadd52luq zmm6, zmm14, zmm21
vpmadd52huq zmm19, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 2112]
vpmadd52luq zmm11, zmm14, zmm4
vpmadd52huq zmm0, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 2176]
vpmadd52luq zmm2, zmm14, zmm17
vpmadd52huq zmm10, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx + 2240]
vpmadd52luq zmm18, zmm14, zmm20
vpmadd52huq zmm22, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 312]
vmovdqa64 zmm21, zmmword ptr [rdx + 2560]
vpmadd52luq zmm5, zmm24, zmm21
vpmadd52huq zmm12, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 2624]
vpmadd52luq zmm3, zmm24, zmm4
vpmadd52huq zmm13, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 2688]
vpmadd52luq zmm9, zmm24, zmm17
vpmadd52huq zmm29, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx + 2752]
vpmadd52luq zmm26, zmm24, zmm14
vpmadd52huq zmm28, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 320]
vmovdqa64 zmm21, zmmword ptr [rdx + 3072]
vpmadd52luq zmm6, zmm20, zmm21
vpmadd52huq zmm19, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 3136]
vpmadd52luq zmm11, zmm20, zmm4
vpmadd52huq zmm0, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 3200]
vpmadd52luq zmm2, zmm20, zmm17
vpmadd52huq zmm10, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx + 3264]
vpmadd52luq zmm18, zmm20, zmm24
vpmadd52huq zmm22, zmm20, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 328]
vmovdqa64 zmm21, zmmword ptr [rdx + 3584]
vpmadd52luq zmm5, zmm14, zmm21
vpmadd52huq zmm12, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 3648]
vpmadd52luq zmm3, zmm14, zmm4
vpmadd52huq zmm13, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 3712]
vpmadd52luq zmm9, zmm14, zmm17
vpmadd52huq zmm29, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx + 3776]
vpmadd52luq zmm26, zmm14, zmm20
vpmadd52huq zmm28, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 336]
vmovdqa64 zmm21, zmmword ptr [rdx + 4096]
vpmadd52luq zmm6, zmm24, zmm21
vpmadd52huq zmm19, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 4160]
vpmadd52luq zmm11, zmm24, zmm4
vpmadd52huq zmm0, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 4224]
vpmadd52luq zmm2, zmm24, zmm17
vpmadd52huq zmm10, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx + 4288]
vpmadd52luq zmm18, zmm24, zmm14
vpmadd52huq zmm22, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 344]
vmovdqa64 zmm21, zmmword ptr [rdx + 4608]
vpmadd52luq zmm5, zmm20, zmm21
vpmadd52huq zmm12, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 4672]
vpmadd52luq zmm3, zmm20, zmm4
vpmadd52huq zmm13, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 4736]
vpmadd52luq zmm9, zmm20, zmm17
vpmadd52huq zmm29, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx + 4800]
vpmadd52luq zmm26, zmm20, zmm24
vpmadd52huq zmm28, zmm20, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 352]
vmovdqa64 zmm21, zmmword ptr [rdx + 5120]
vpmadd52luq zmm6, zmm14, zmm21
vpmadd52huq zmm19, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 5184]
vpmadd52luq zmm11, zmm14, zmm4
vpmadd52huq zmm0, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 5248]
vpmadd52luq zmm2, zmm14, zmm17
vpmadd52huq zmm10, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx + 5312]
vpmadd52luq zmm18, zmm14, zmm20
vpmadd52huq zmm22, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 360]
vmovdqa64 zmm21, zmmword ptr [rdx + 5632]
vpmadd52luq zmm5, zmm24, zmm21
vpmadd52huq zmm12, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 5696]
vpmadd52luq zmm3, zmm24, zmm4
vpmadd52huq zmm13, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 5760]
vpmadd52luq zmm9, zmm24, zmm17
vpmadd52huq zmm29, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx + 5824]
vpmadd52luq zmm26, zmm24, zmm14
vpmadd52huq zmm28, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 368]
vmovdqa64 zmm21, zmmword ptr [rdx + 6144]
vpmadd52luq zmm6, zmm20, zmm21
vpmadd52huq zmm19, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 6208]
vpmadd52luq zmm11, zmm20, zmm4
vpmadd52huq zmm0, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 6272]
vpmadd52luq zmm2, zmm20, zmm17
vpmadd52huq zmm10, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx + 6336]
vpmadd52luq zmm18, zmm20, zmm24
vpmadd52huq zmm22, zmm20, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 376]
vmovdqa64 zmm21, zmmword ptr [rdx + 6656]
vpmadd52luq zmm5, zmm14, zmm21
vpmadd52huq zmm12, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 6720]
vpmadd52luq zmm3, zmm14, zmm4
vpmadd52huq zmm13, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 6784]
vpmadd52luq zmm9, zmm14, zmm17
vpmadd52huq zmm29, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx + 6848]
vpmadd52luq zmm26, zmm14, zmm20
vpmadd52huq zmm28, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 384]
vmovdqa64 zmm21, zmmword ptr [rdx + 7168]
vpmadd52luq zmm6, zmm24, zmm21
vpmadd52huq zmm19, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 7232]
vpmadd52luq zmm11, zmm24, zmm4
vpmadd52huq zmm0, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 7296]
vpmadd52luq zmm2, zmm24, zmm17
vpmadd52huq zmm10, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx + 7360]
vpmadd52luq zmm18, zmm24, zmm14
vpmadd52huq zmm22, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 392]
vmovdqa64 zmm21, zmmword ptr [rdx + 7680]
vpmadd52luq zmm5, zmm20, zmm21
vpmadd52huq zmm12, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 7744]
vpmadd52luq zmm3, zmm20, zmm4
vpmadd52huq zmm13, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 7808]
vpmadd52luq zmm9, zmm20, zmm17
vpmadd52huq zmm29, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx + 7872]
vpmadd52luq zmm26, zmm20, zmm24
vpmadd52huq zmm28, zmm20, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 400]
vmovdqa64 zmm21, zmmword ptr [rdx + 8192]
vpmadd52luq zmm6, zmm14, zmm21
vpmadd52huq zmm19, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 8256]
vpmadd52luq zmm11, zmm14, zmm4
vpmadd52huq zmm0, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 8320]
vpmadd52luq zmm2, zmm14, zmm17
vpmadd52huq zmm10, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx + 8384]
vpmadd52luq zmm18, zmm14, zmm20
vpmadd52huq zmm22, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 408]
vmovdqa64 zmm21, zmmword ptr [rdx + 8704]
vpmadd52luq zmm5, zmm24, zmm21
vpmadd52huq zmm12, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 8768]
vpmadd52luq zmm3, zmm24, zmm4
vpmadd52huq zmm13, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 8832]
vpmadd52luq zmm9, zmm24, zmm17
vpmadd52huq zmm29, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx + 8896]
vpmadd52luq zmm26, zmm24, zmm14
vpmadd52huq zmm28, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 416]
vmovdqa64 zmm21, zmmword ptr [rdx + 9216]
vpmadd52luq zmm6, zmm20, zmm21
vpmadd52huq zmm19, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 9280]
vpmadd52luq zmm11, zmm20, zmm4
vpmadd52huq zmm0, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 9344]
vpmadd52luq zmm2, zmm20, zmm17
vpmadd52huq zmm10, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx + 9408]
vpmadd52luq zmm18, zmm20, zmm24
vpmadd52huq zmm22, zmm20, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 424]
vmovdqa64 zmm21, zmmword ptr [rdx + 9728]
vpmadd52luq zmm5, zmm14, zmm21
vpmadd52huq zmm12, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 9792]
vpmadd52luq zmm3, zmm14, zmm4
vpmadd52huq zmm13, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 9856]
vpmadd52luq zmm9, zmm14, zmm17
vpmadd52huq zmm29, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx + 9920]
vpmadd52luq zmm26, zmm14, zmm20
vpmadd52huq zmm28, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 432]
vmovdqa64 zmm21, zmmword ptr [rdx + 10240]
vpmadd52luq zmm6, zmm24, zmm21
vpmadd52huq zmm19, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 10304]
vpmadd52luq zmm11, zmm24, zmm4
vpmadd52huq zmm0, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 10368]
vpmadd52luq zmm2, zmm24, zmm17
vpmadd52huq zmm10, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx + 10432]
vpmadd52luq zmm18, zmm24, zmm14
vpmadd52huq zmm22, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 440]
vmovdqa64 zmm21, zmmword ptr [rdx + 10752]
vpmadd52luq zmm5, zmm20, zmm21
vpmadd52huq zmm12, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 10816]
vpmadd52luq zmm3, zmm20, zmm4
vpmadd52huq zmm13, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 10880]
vpmadd52luq zmm9, zmm20, zmm17
vpmadd52huq zmm29, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx + 10944]
vpmadd52luq zmm26, zmm20, zmm24
vpmadd52huq zmm28, zmm20, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 448]
vmovdqa64 zmm21, zmmword ptr [rdx + 11264]
vpmadd52luq zmm6, zmm14, zmm21
vpmadd52huq zmm19, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 11328]
vpmadd52luq zmm11, zmm14, zmm4
vpmadd52huq zmm0, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 11392]
vpmadd52luq zmm2, zmm14, zmm17
vpmadd52huq zmm10, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx + 11456]
vpmadd52luq zmm18, zmm14, zmm20
vpmadd52huq zmm22, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 456]
vmovdqa64 zmm21, zmmword ptr [rdx + 11776]
vpmadd52luq zmm5, zmm24, zmm21
vpmadd52huq zmm12, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 11840]
vpmadd52luq zmm3, zmm24, zmm4
vpmadd52huq zmm13, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 11904]
vpmadd52luq zmm9, zmm24, zmm17
vpmadd52huq zmm29, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx + 11968]
vpmadd52luq zmm26, zmm24, zmm14
vpmadd52huq zmm28, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 464]
vmovdqa64 zmm21, zmmword ptr [rdx + 12288]
vpmadd52luq zmm6, zmm20, zmm21
vpmadd52huq zmm19, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 12352]
vpmadd52luq zmm11, zmm20, zmm4
vpmadd52huq zmm0, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 12416]
vpmadd52luq zmm2, zmm20, zmm17
vpmadd52huq zmm10, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx + 12480]
vpmadd52luq zmm18, zmm20, zmm24
vpmadd52huq zmm22, zmm20, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 472]
vmovdqa64 zmm21, zmmword ptr [rdx + 12800]
vpmadd52luq zmm5, zmm14, zmm21
vpmadd52huq zmm12, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 12864]
vpmadd52luq zmm3, zmm14, zmm4
vpmadd52huq zmm13, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 12928]
vpmadd52luq zmm9, zmm14, zmm17
vpmadd52huq zmm29, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx + 12992]
vpmadd52luq zmm26, zmm14, zmm20
vpmadd52huq zmm28, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 480]
vmovdqa64 zmm21, zmmword ptr [rdx + 13312]
vpmadd52luq zmm6, zmm24, zmm21
vpmadd52huq zmm19, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 13376]
vpmadd52luq zmm11, zmm24, zmm4
vpmadd52huq zmm0, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 13440]
vpmadd52luq zmm2, zmm24, zmm17
vpmadd52huq zmm10, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx + 13504]
vpmadd52luq zmm18, zmm24, zmm14
vpmadd52huq zmm22, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 488]
vmovdqa64 zmm21, zmmword ptr [rdx + 13824]
vpmadd52luq zmm5, zmm20, zmm21
vpmadd52huq zmm12, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 13888]
vpmadd52luq zmm3, zmm20, zmm4
vpmadd52huq zmm13, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 13952]
vpmadd52luq zmm9, zmm20, zmm17
vpmadd52huq zmm29, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx + 14016]
vpmadd52luq zmm26, zmm20, zmm24
vpmadd52huq zmm28, zmm20, zmm24
vpbroadcastq zmm14, qword ptr [rsi + 496]
vmovdqa64 zmm21, zmmword ptr [rdx + 14336]
vpmadd52luq zmm6, zmm14, zmm21
vpmadd52huq zmm19, zmm14, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 14400]
vpmadd52luq zmm11, zmm14, zmm4
vpmadd52huq zmm0, zmm14, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 14464]
vpmadd52luq zmm2, zmm14, zmm17
vpmadd52huq zmm10, zmm14, zmm17
vmovdqa64 zmm20, zmmword ptr [rdx + 14528]
vpmadd52luq zmm18, zmm14, zmm20
vpmadd52huq zmm22, zmm14, zmm20
vpbroadcastq zmm24, qword ptr [rsi + 504]
vmovdqa64 zmm21, zmmword ptr [rdx + 14848]
vpmadd52luq zmm5, zmm24, zmm21
vpmadd52huq zmm12, zmm24, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 14912]
vpmadd52luq zmm3, zmm24, zmm4
vpmadd52huq zmm13, zmm24, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 14976]
vpmadd52luq zmm9, zmm24, zmm17
vpmadd52huq zmm29, zmm24, zmm17
vmovdqa64 zmm14, zmmword ptr [rdx + 15040]
vpmadd52luq zmm26, zmm24, zmm14
vpmadd52huq zmm28, zmm24, zmm14
vpbroadcastq zmm20, qword ptr [rsi + 512]
vmovdqa64 zmm21, zmmword ptr [rdx + 15360]
vpmadd52luq zmm6, zmm20, zmm21
vpmadd52huq zmm19, zmm20, zmm21
vmovdqa64 zmm4, zmmword ptr [rdx + 15424]
vpmadd52luq zmm11, zmm20, zmm4
vpmadd52huq zmm0, zmm20, zmm4
vmovdqa64 zmm17, zmmword ptr [rdx + 15488]
vpmadd52luq zmm2, zmm20, zmm17
vpmadd52huq zmm10, zmm20, zmm17
vmovdqa64 zmm24, zmmword ptr [rdx + 15552]
vpmadd52luq zmm18, zmm20, zmm24
vpmadd52huq zmm22, zmm20, zmm24
vpaddq zmm6, zmm6, zmm5
vpaddq zmm19, zmm19, zmm12
vpaddq zmm11, zmm11, zmm3
vpaddq zmm0, zmm0, zmm13
vpaddq zmm2, zmm2, zmm9
vpaddq zmm10, zmm10, zmm29
vpaddq zmm18, zmm18, zmm26
vpaddq zmm22, zmm22, zmm28
valignq zmm14, zmm22, zmm10, 7
vpaddq zmm21, zmm7, zmm18
vpaddq zmm4, zmm21, zmm14
vpsrlq zmm17, zmm4, 52
valignq zmm20, zmm10, zmm0, 7
vpaddq zmm24, zmm23, zmm2
vpaddq zmm5, zmm24, zmm20
vpsrlq zmm12, zmm5, 52
valignq zmm3, zmm0, zmm19, 7
vpaddq zmm13, zmm15, zmm11
vpaddq zmm9, zmm13, zmm3
vpsrlq zmm29, zmm9, 52
vpandq zmm26, zmm4, zmm31
valignq zmm28, zmm17, zmm12, 7
vpaddq zmm22, zmm26, zmm28
vmovdqa64 zmmword ptr [rdi + 448], zmm22
vpandq zmm7, zmm5, zmm31
valignq zmm18, zmm12, zmm29, 7
vpaddq zmm14, zmm7, zmm18
vmovdqa64 zmmword ptr [rdi + 384], zmm14
vporq zmm21, zmm22, zmm14
vpaddq zmm10, zmm6, zmm1
valignq zmm23, zmm19, zmm30, 7
vpaddq zmm2, zmm10, zmm23
vpsrlq zmm20, zmm2, 52
vpandq zmm24, zmm9, zmm31
valignq zmm0, zmm29, zmm20, 7
vpaddq zmm15, zmm24, zmm0
vmovdqa64 zmmword ptr [rdi + 320], zmm15
vporq zmm11, zmm21, zmm15
vpbroadcastq zmm3, qword ptr [rsi + 32]
vmovdqa64 zmm13, zmmword ptr [rdx - 15616]
vpxorq zmm4, zmm4, zmm4
vpmadd52luq zmm4, zmm3, zmm13
vpxorq zmm17, zmm17, zmm17
vpmadd52huq zmm17, zmm3, zmm13
vmovdqa64 zmm26, zmmword ptr [rdx - 15552]
vpxorq zmm28, zmm28, zmm28
vpmadd52luq zmm28, zmm3, zmm26
vpxorq zmm5, zmm5, zmm5
vpmadd52huq zmm5, zmm3, zmm26
vmovdqa64 zmm12, zmmword ptr [rdx - 15488]
vpxorq zmm7, zmm7, zmm7
vpmadd52luq zmm7, zmm3, zmm12
vpxorq zmm18, zmm18, zmm18
vpmadd52huq zmm18, zmm3, zmm12
vmovdqa64 zmm22, zmmword ptr [rdx - 15424]
vpxorq zmm14, zmm14, zmm14
vpmadd52luq zmm14, zmm3, zmm22
vpxorq zmm10, zmm10, zmm10
vpmadd52huq zmm10, zmm3, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 40]
vmovdqa64 zmm2, zmmword ptr [rdx - 15104]
vpxorq zmm9, zmm9, zmm9
vpmadd52luq zmm9, zmm23, zmm2
vpxorq zmm29, zmm29, zmm29
vpmadd52huq zmm29, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 15040]
vpxorq zmm24, zmm24, zmm24
vpmadd52luq zmm24, zmm23, zmm20
vpxorq zmm0, zmm0, zmm0
vpmadd52huq zmm0, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 14976]
vpxorq zmm15, zmm15, zmm15
vpmadd52luq zmm15, zmm23, zmm21
vpxorq zmm13, zmm13, zmm13
vpmadd52huq zmm13, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx - 14912]
vpxorq zmm12, zmm12, zmm12
vpmadd52luq zmm12, zmm23, zmm26
vpxorq zmm3, zmm3, zmm3
vpmadd52huq zmm3, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 48]
vmovdqa64 zmm2, zmmword ptr [rdx - 14592]
vpmadd52luq zmm4, zmm22, zmm2
vpmadd52huq zmm17, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 14528]
vpmadd52luq zmm28, zmm22, zmm20
vpmadd52huq zmm5, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 14464]
vpmadd52luq zmm7, zmm22, zmm21
vpmadd52huq zmm18, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx - 14400]
vpmadd52luq zmm14, zmm22, zmm23
vpmadd52huq zmm10, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 56]
vmovdqa64 zmm2, zmmword ptr [rdx - 14080]
vpmadd52luq zmm9, zmm26, zmm2
vpmadd52huq zmm29, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 14016]
vpmadd52luq zmm24, zmm26, zmm20
vpmadd52huq zmm0, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 13952]
vpmadd52luq zmm15, zmm26, zmm21
vpmadd52huq zmm13, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx - 13888]
vpmadd52luq zmm12, zmm26, zmm22
vpmadd52huq zmm3, zmm26, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 64]
vmovdqa64 zmm2, zmmword ptr [rdx - 13568]
vpmadd52luq zmm4, zmm23, zmm2
vpmadd52huq zmm17, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 13504]
vpmadd52luq zmm28, zmm23, zmm20
vpmadd52huq zmm5, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 13440]
vpmadd52luq zmm7, zmm23, zmm21
vpmadd52huq zmm18, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx - 13376]
vpmadd52luq zmm14, zmm23, zmm26
vpmadd52huq zmm10, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 72]
vmovdqa64 zmm2, zmmword ptr [rdx - 13056]
vpmadd52luq zmm9, zmm22, zmm2
vpmadd52huq zmm29, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 12992]
vpmadd52luq zmm24, zmm22, zmm20
vpmadd52huq zmm0, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 12928]
vpmadd52luq zmm15, zmm22, zmm21
vpmadd52huq zmm13, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx - 12864]
vpmadd52luq zmm12, zmm22, zmm23
vpmadd52huq zmm3, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 80]
vmovdqa64 zmm2, zmmword ptr [rdx - 12544]
vpmadd52luq zmm4, zmm26, zmm2
vpmadd52huq zmm17, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 12480]
vpmadd52luq zmm28, zmm26, zmm20
vpmadd52huq zmm5, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 12416]
vpmadd52luq zmm7, zmm26, zmm21
vpmadd52huq zmm18, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx - 12352]
vpmadd52luq zmm14, zmm26, zmm22
vpmadd52huq zmm10, zmm26, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 88]
vmovdqa64 zmm2, zmmword ptr [rdx - 12032]
vpmadd52luq zmm9, zmm23, zmm2
vpmadd52huq zmm29, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 11968]
vpmadd52luq zmm24, zmm23, zmm20
vpmadd52huq zmm0, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 11904]
vpmadd52luq zmm15, zmm23, zmm21
vpmadd52huq zmm13, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx - 11840]
vpmadd52luq zmm12, zmm23, zmm26
vpmadd52huq zmm3, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 96]
vmovdqa64 zmm2, zmmword ptr [rdx - 11520]
vpmadd52luq zmm4, zmm22, zmm2
vpmadd52huq zmm17, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 11456]
vpmadd52luq zmm28, zmm22, zmm20
vpmadd52huq zmm5, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 11392]
vpmadd52luq zmm7, zmm22, zmm21
vpmadd52huq zmm18, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx - 11328]
vpmadd52luq zmm14, zmm22, zmm23
vpmadd52huq zmm10, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 104]
vmovdqa64 zmm2, zmmword ptr [rdx - 11008]
vpmadd52luq zmm9, zmm26, zmm2
vpmadd52huq zmm29, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 10944]
vpmadd52luq zmm24, zmm26, zmm20
vpmadd52huq zmm0, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 10880]
vpmadd52luq zmm15, zmm26, zmm21
vpmadd52huq zmm13, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx - 10816]
vpmadd52luq zmm12, zmm26, zmm22
vpmadd52huq zmm3, zmm26, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 112]
vmovdqa64 zmm2, zmmword ptr [rdx - 10496]
vpmadd52luq zmm4, zmm23, zmm2
vpmadd52huq zmm17, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 10432]
vpmadd52luq zmm28, zmm23, zmm20
vpmadd52huq zmm5, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 10368]
vpmadd52luq zmm7, zmm23, zmm21
vpmadd52huq zmm18, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx - 10304]
vpmadd52luq zmm14, zmm23, zmm26
vpmadd52huq zmm10, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 120]
vmovdqa64 zmm2, zmmword ptr [rdx - 9984]
vpmadd52luq zmm9, zmm22, zmm2
vpmadd52huq zmm29, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 9920]
vpmadd52luq zmm24, zmm22, zmm20
vpmadd52huq zmm0, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 9856]
vpmadd52luq zmm15, zmm22, zmm21
vpmadd52huq zmm13, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx - 9792]
vpmadd52luq zmm12, zmm22, zmm23
vpmadd52huq zmm3, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 128]
vmovdqa64 zmm2, zmmword ptr [rdx - 9472]
vpmadd52luq zmm4, zmm26, zmm2
vpmadd52huq zmm17, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 9408]
vpmadd52luq zmm28, zmm26, zmm20
vpmadd52huq zmm5, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 9344]
vpmadd52luq zmm7, zmm26, zmm21
vpmadd52huq zmm18, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx - 9280]
vpmadd52luq zmm14, zmm26, zmm22
vpmadd52huq zmm10, zmm26, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 136]
vmovdqa64 zmm2, zmmword ptr [rdx - 8960]
vpmadd52luq zmm9, zmm23, zmm2
vpmadd52huq zmm29, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 8896]
vpmadd52luq zmm24, zmm23, zmm20
vpmadd52huq zmm0, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 8832]
vpmadd52luq zmm15, zmm23, zmm21
vpmadd52huq zmm13, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx - 8768]
vpmadd52luq zmm12, zmm23, zmm26
vpmadd52huq zmm3, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 144]
vmovdqa64 zmm2, zmmword ptr [rdx - 8448]
vpmadd52luq zmm4, zmm22, zmm2
vpmadd52huq zmm17, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 8384]
vpmadd52luq zmm28, zmm22, zmm20
vpmadd52huq zmm5, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 8320]
vpmadd52luq zmm7, zmm22, zmm21
vpmadd52huq zmm18, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx - 8256]
vpmadd52luq zmm14, zmm22, zmm23
vpmadd52huq zmm10, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 152]
vmovdqa64 zmm2, zmmword ptr [rdx - 7936]
vpmadd52luq zmm9, zmm26, zmm2
vpmadd52huq zmm29, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 7872]
vpmadd52luq zmm24, zmm26, zmm20
vpmadd52huq zmm0, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 7808]
vpmadd52luq zmm15, zmm26, zmm21
vpmadd52huq zmm13, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx - 7744]
vpmadd52luq zmm12, zmm26, zmm22
vpmadd52huq zmm3, zmm26, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 160]
vmovdqa64 zmm2, zmmword ptr [rdx - 7424]
vpmadd52luq zmm4, zmm23, zmm2
vpmadd52huq zmm17, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 7360]
vpmadd52luq zmm28, zmm23, zmm20
vpmadd52huq zmm5, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 7296]
vpmadd52luq zmm7, zmm23, zmm21
vpmadd52huq zmm18, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx - 7232]
vpmadd52luq zmm14, zmm23, zmm26
vpmadd52huq zmm10, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 168]
vmovdqa64 zmm2, zmmword ptr [rdx - 6912]
vpmadd52luq zmm9, zmm22, zmm2
vpmadd52huq zmm29, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 6848]
vpmadd52luq zmm24, zmm22, zmm20
vpmadd52huq zmm0, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 6784]
vpmadd52luq zmm15, zmm22, zmm21
vpmadd52huq zmm13, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx - 6720]
vpmadd52luq zmm12, zmm22, zmm23
vpmadd52huq zmm3, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 176]
vmovdqa64 zmm2, zmmword ptr [rdx - 6400]
vpmadd52luq zmm4, zmm26, zmm2
vpmadd52huq zmm17, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 6336]
vpmadd52luq zmm28, zmm26, zmm20
vpmadd52huq zmm5, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 6272]
vpmadd52luq zmm7, zmm26, zmm21
vpmadd52huq zmm18, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx - 6208]
vpmadd52luq zmm14, zmm26, zmm22
vpmadd52huq zmm10, zmm26, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 184]
vmovdqa64 zmm2, zmmword ptr [rdx - 5888]
vpmadd52luq zmm9, zmm23, zmm2
vpmadd52huq zmm29, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 5824]
vpmadd52luq zmm24, zmm23, zmm20
vpmadd52huq zmm0, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 5760]
vpmadd52luq zmm15, zmm23, zmm21
vpmadd52huq zmm13, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx - 5696]
vpmadd52luq zmm12, zmm23, zmm26
vpmadd52huq zmm3, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 192]
vmovdqa64 zmm2, zmmword ptr [rdx - 5376]
vpmadd52luq zmm4, zmm22, zmm2
vpmadd52huq zmm17, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 5312]
vpmadd52luq zmm28, zmm22, zmm20
vpmadd52huq zmm5, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 5248]
vpmadd52luq zmm7, zmm22, zmm21
vpmadd52huq zmm18, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx - 5184]
vpmadd52luq zmm14, zmm22, zmm23
vpmadd52huq zmm10, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 200]
vmovdqa64 zmm2, zmmword ptr [rdx - 4864]
vpmadd52luq zmm9, zmm26, zmm2
vpmadd52huq zmm29, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 4800]
vpmadd52luq zmm24, zmm26, zmm20
vpmadd52huq zmm0, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 4736]
vpmadd52luq zmm15, zmm26, zmm21
vpmadd52huq zmm13, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx - 4672]
vpmadd52luq zmm12, zmm26, zmm22
vpmadd52huq zmm3, zmm26, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 208]
vmovdqa64 zmm2, zmmword ptr [rdx - 4352]
vpmadd52luq zmm4, zmm23, zmm2
vpmadd52huq zmm17, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 4288]
vpmadd52luq zmm28, zmm23, zmm20
vpmadd52huq zmm5, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 4224]
vpmadd52luq zmm7, zmm23, zmm21
vpmadd52huq zmm18, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx - 4160]
vpmadd52luq zmm14, zmm23, zmm26
vpmadd52huq zmm10, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 216]
vmovdqa64 zmm2, zmmword ptr [rdx - 3840]
vpmadd52luq zmm9, zmm22, zmm2
vpmadd52huq zmm29, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 3776]
vpmadd52luq zmm24, zmm22, zmm20
vpmadd52huq zmm0, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 3712]
vpmadd52luq zmm15, zmm22, zmm21
vpmadd52huq zmm13, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx - 3648]
vpmadd52luq zmm12, zmm22, zmm23
vpmadd52huq zmm3, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 224]
vmovdqa64 zmm2, zmmword ptr [rdx - 3328]
vpmadd52luq zmm4, zmm26, zmm2
vpmadd52huq zmm17, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 3264]
vpmadd52luq zmm28, zmm26, zmm20
vpmadd52huq zmm5, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 3200]
vpmadd52luq zmm7, zmm26, zmm21
vpmadd52huq zmm18, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx - 3136]
vpmadd52luq zmm14, zmm26, zmm22
vpmadd52huq zmm10, zmm26, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 232]
vmovdqa64 zmm2, zmmword ptr [rdx - 2816]
vpmadd52luq zmm9, zmm23, zmm2
vpmadd52huq zmm29, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 2752]
vpmadd52luq zmm24, zmm23, zmm20
vpmadd52huq zmm0, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 2688]
vpmadd52luq zmm15, zmm23, zmm21
vpmadd52huq zmm13, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx - 2624]
vpmadd52luq zmm12, zmm23, zmm26
vpmadd52huq zmm3, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 240]
vmovdqa64 zmm2, zmmword ptr [rdx - 2304]
vpmadd52luq zmm4, zmm22, zmm2
vpmadd52huq zmm17, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 2240]
vpmadd52luq zmm28, zmm22, zmm20
vpmadd52huq zmm5, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 2176]
vpmadd52luq zmm7, zmm22, zmm21
vpmadd52huq zmm18, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx - 2112]
vpmadd52luq zmm14, zmm22, zmm23
vpmadd52huq zmm10, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 248]
vmovdqa64 zmm2, zmmword ptr [rdx - 1792]
vpmadd52luq zmm9, zmm26, zmm2
vpmadd52huq zmm29, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 1728]
vpmadd52luq zmm24, zmm26, zmm20
vpmadd52huq zmm0, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 1664]
vpmadd52luq zmm15, zmm26, zmm21
vpmadd52huq zmm13, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx - 1600]
vpmadd52luq zmm12, zmm26, zmm22
vpmadd52huq zmm3, zmm26, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 256]
vmovdqa64 zmm2, zmmword ptr [rdx - 1280]
vpmadd52luq zmm4, zmm23, zmm2
vpmadd52huq zmm17, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 1216]
vpmadd52luq zmm28, zmm23, zmm20
vpmadd52huq zmm5, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 1152]
vpmadd52luq zmm7, zmm23, zmm21
vpmadd52huq zmm18, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx - 1088]
vpmadd52luq zmm14, zmm23, zmm26
vpmadd52huq zmm10, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 264]
vmovdqa64 zmm2, zmmword ptr [rdx - 768]
vpmadd52luq zmm9, zmm22, zmm2
vpmadd52huq zmm29, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 704]
vpmadd52luq zmm24, zmm22, zmm20
vpmadd52huq zmm0, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 640]
vpmadd52luq zmm15, zmm22, zmm21
vpmadd52huq zmm13, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx - 576]
vpmadd52luq zmm12, zmm22, zmm23
vpmadd52huq zmm3, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 272]
vmovdqa64 zmm2, zmmword ptr [rdx - 256]
vpmadd52luq zmm4, zmm26, zmm2
vpmadd52huq zmm17, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx - 192]
vpmadd52luq zmm28, zmm26, zmm20
vpmadd52huq zmm5, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx - 128]
vpmadd52luq zmm7, zmm26, zmm21
vpmadd52huq zmm18, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx - 64]
vpmadd52luq zmm14, zmm26, zmm22
vpmadd52huq zmm10, zmm26, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 280]
vmovdqa64 zmm2, zmmword ptr [rdx + 256]
vpmadd52luq zmm9, zmm23, zmm2
vpmadd52huq zmm29, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 320]
vpmadd52luq zmm24, zmm23, zmm20
vpmadd52huq zmm0, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 384]
vpmadd52luq zmm15, zmm23, zmm21
vpmadd52huq zmm13, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx + 448]
vpmadd52luq zmm12, zmm23, zmm26
vpmadd52huq zmm3, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 288]
vmovdqa64 zmm2, zmmword ptr [rdx + 768]
vpmadd52luq zmm4, zmm22, zmm2
vpmadd52huq zmm17, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 832]
vpmadd52luq zmm28, zmm22, zmm20
vpmadd52huq zmm5, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 896]
vpmadd52luq zmm7, zmm22, zmm21
vpmadd52huq zmm18, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx + 960]
vpmadd52luq zmm14, zmm22, zmm23
vpmadd52huq zmm10, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 296]
vmovdqa64 zmm2, zmmword ptr [rdx + 1280]
vpmadd52luq zmm9, zmm26, zmm2
vpmadd52huq zmm29, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 1344]
vpmadd52luq zmm24, zmm26, zmm20
vpmadd52huq zmm0, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 1408]
vpmadd52luq zmm15, zmm26, zmm21
vpmadd52huq zmm13, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx + 1472]
vpmadd52luq zmm12, zmm26, zmm22
vpmadd52huq zmm3, zmm26, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 304]
vmovdqa64 zmm2, zmmword ptr [rdx + 1792]
vpmadd52luq zmm4, zmm23, zmm2
vpmadd52huq zmm17, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 1856]
vpmadd52luq zmm28, zmm23, zmm20
vpmadd52huq zmm5, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 1920]
vpmadd52luq zmm7, zmm23, zmm21
vpmadd52huq zmm18, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx + 1984]
vpmadd52luq zmm14, zmm23, zmm26
vpmadd52huq zmm10, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 312]
vmovdqa64 zmm2, zmmword ptr [rdx + 2304]
vpmadd52luq zmm9, zmm22, zmm2
vpmadd52huq zmm29, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 2368]
vpmadd52luq zmm24, zmm22, zmm20
vpmadd52huq zmm0, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 2432]
vpmadd52luq zmm15, zmm22, zmm21
vpmadd52huq zmm13, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx + 2496]
vpmadd52luq zmm12, zmm22, zmm23
vpmadd52huq zmm3, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 320]
vmovdqa64 zmm2, zmmword ptr [rdx + 2816]
vpmadd52luq zmm4, zmm26, zmm2
vpmadd52huq zmm17, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 2880]
vpmadd52luq zmm28, zmm26, zmm20
vpmadd52huq zmm5, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 2944]
vpmadd52luq zmm7, zmm26, zmm21
vpmadd52huq zmm18, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx + 3008]
vpmadd52luq zmm14, zmm26, zmm22
vpmadd52huq zmm10, zmm26, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 328]
vmovdqa64 zmm2, zmmword ptr [rdx + 3328]
vpmadd52luq zmm9, zmm23, zmm2
vpmadd52huq zmm29, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 3392]
vpmadd52luq zmm24, zmm23, zmm20
vpmadd52huq zmm0, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 3456]
vpmadd52luq zmm15, zmm23, zmm21
vpmadd52huq zmm13, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx + 3520]
vpmadd52luq zmm12, zmm23, zmm26
vpmadd52huq zmm3, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 336]
vmovdqa64 zmm2, zmmword ptr [rdx + 3840]
vpmadd52luq zmm4, zmm22, zmm2
vpmadd52huq zmm17, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 3904]
vpmadd52luq zmm28, zmm22, zmm20
vpmadd52huq zmm5, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 3968]
vpmadd52luq zmm7, zmm22, zmm21
vpmadd52huq zmm18, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx + 4032]
vpmadd52luq zmm14, zmm22, zmm23
vpmadd52huq zmm10, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 344]
vmovdqa64 zmm2, zmmword ptr [rdx + 4352]
vpmadd52luq zmm9, zmm26, zmm2
vpmadd52huq zmm29, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 4416]
vpmadd52luq zmm24, zmm26, zmm20
vpmadd52huq zmm0, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 4480]
vpmadd52luq zmm15, zmm26, zmm21
vpmadd52huq zmm13, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx + 4544]
vpmadd52luq zmm12, zmm26, zmm22
vpmadd52huq zmm3, zmm26, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 352]
vmovdqa64 zmm2, zmmword ptr [rdx + 4864]
vpmadd52luq zmm4, zmm23, zmm2
vpmadd52huq zmm17, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 4928]
vpmadd52luq zmm28, zmm23, zmm20
vpmadd52huq zmm5, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 4992]
vpmadd52luq zmm7, zmm23, zmm21
vpmadd52huq zmm18, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx + 5056]
vpmadd52luq zmm14, zmm23, zmm26
vpmadd52huq zmm10, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 360]
vmovdqa64 zmm2, zmmword ptr [rdx + 5376]
vpmadd52luq zmm9, zmm22, zmm2
vpmadd52huq zmm29, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 5440]
vpmadd52luq zmm24, zmm22, zmm20
vpmadd52huq zmm0, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 5504]
vpmadd52luq zmm15, zmm22, zmm21
vpmadd52huq zmm13, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx + 5568]
vpmadd52luq zmm12, zmm22, zmm23
vpmadd52huq zmm3, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 368]
vmovdqa64 zmm2, zmmword ptr [rdx + 5888]
vpmadd52luq zmm4, zmm26, zmm2
vpmadd52huq zmm17, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 5952]
vpmadd52luq zmm28, zmm26, zmm20
vpmadd52huq zmm5, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 6016]
vpmadd52luq zmm7, zmm26, zmm21
vpmadd52huq zmm18, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx + 6080]
vpmadd52luq zmm14, zmm26, zmm22
vpmadd52huq zmm10, zmm26, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 376]
vmovdqa64 zmm2, zmmword ptr [rdx + 6400]
vpmadd52luq zmm9, zmm23, zmm2
vpmadd52huq zmm29, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 6464]
vpmadd52luq zmm24, zmm23, zmm20
vpmadd52huq zmm0, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 6528]
vpmadd52luq zmm15, zmm23, zmm21
vpmadd52huq zmm13, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx + 6592]
vpmadd52luq zmm12, zmm23, zmm26
vpmadd52huq zmm3, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 384]
vmovdqa64 zmm2, zmmword ptr [rdx + 6912]
vpmadd52luq zmm4, zmm22, zmm2
vpmadd52huq zmm17, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 6976]
vpmadd52luq zmm28, zmm22, zmm20
vpmadd52huq zmm5, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 7040]
vpmadd52luq zmm7, zmm22, zmm21
vpmadd52huq zmm18, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx + 7104]
vpmadd52luq zmm14, zmm22, zmm23
vpmadd52huq zmm10, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 392]
vmovdqa64 zmm2, zmmword ptr [rdx + 7424]
vpmadd52luq zmm9, zmm26, zmm2
vpmadd52huq zmm29, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 7488]
vpmadd52luq zmm24, zmm26, zmm20
vpmadd52huq zmm0, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 7552]
vpmadd52luq zmm15, zmm26, zmm21
vpmadd52huq zmm13, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx + 7616]
vpmadd52luq zmm12, zmm26, zmm22
vpmadd52huq zmm3, zmm26, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 400]
vmovdqa64 zmm2, zmmword ptr [rdx + 7936]
vpmadd52luq zmm4, zmm23, zmm2
vpmadd52huq zmm17, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 8000]
vpmadd52luq zmm28, zmm23, zmm20
vpmadd52huq zmm5, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 8064]
vpmadd52luq zmm7, zmm23, zmm21
vpmadd52huq zmm18, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx + 8128]
vpmadd52luq zmm14, zmm23, zmm26
vpmadd52huq zmm10, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 408]
vmovdqa64 zmm2, zmmword ptr [rdx + 8448]
vpmadd52luq zmm9, zmm22, zmm2
vpmadd52huq zmm29, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 8512]
vpmadd52luq zmm24, zmm22, zmm20
vpmadd52huq zmm0, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 8576]
vpmadd52luq zmm15, zmm22, zmm21
vpmadd52huq zmm13, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx + 8640]
vpmadd52luq zmm12, zmm22, zmm23
vpmadd52huq zmm3, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 416]
vmovdqa64 zmm2, zmmword ptr [rdx + 8960]
vpmadd52luq zmm4, zmm26, zmm2
vpmadd52huq zmm17, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 9024]
vpmadd52luq zmm28, zmm26, zmm20
vpmadd52huq zmm5, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 9088]
vpmadd52luq zmm7, zmm26, zmm21
vpmadd52huq zmm18, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx + 9152]
vpmadd52luq zmm14, zmm26, zmm22
vpmadd52huq zmm10, zmm26, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 424]
vmovdqa64 zmm2, zmmword ptr [rdx + 9472]
vpmadd52luq zmm9, zmm23, zmm2
vpmadd52huq zmm29, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 9536]
vpmadd52luq zmm24, zmm23, zmm20
vpmadd52huq zmm0, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 9600]
vpmadd52luq zmm15, zmm23, zmm21
vpmadd52huq zmm13, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx + 9664]
vpmadd52luq zmm12, zmm23, zmm26
vpmadd52huq zmm3, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 432]
vmovdqa64 zmm2, zmmword ptr [rdx + 9984]
vpmadd52luq zmm4, zmm22, zmm2
vpmadd52huq zmm17, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 10048]
vpmadd52luq zmm28, zmm22, zmm20
vpmadd52huq zmm5, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 10112]
vpmadd52luq zmm7, zmm22, zmm21
vpmadd52huq zmm18, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx + 10176]
vpmadd52luq zmm14, zmm22, zmm23
vpmadd52huq zmm10, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 440]
vmovdqa64 zmm2, zmmword ptr [rdx + 10496]
vpmadd52luq zmm9, zmm26, zmm2
vpmadd52huq zmm29, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 10560]
vpmadd52luq zmm24, zmm26, zmm20
vpmadd52huq zmm0, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 10624]
vpmadd52luq zmm15, zmm26, zmm21
vpmadd52huq zmm13, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx + 10688]
vpmadd52luq zmm12, zmm26, zmm22
vpmadd52huq zmm3, zmm26, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 448]
vmovdqa64 zmm2, zmmword ptr [rdx + 11008]
vpmadd52luq zmm4, zmm23, zmm2
vpmadd52huq zmm17, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 11072]
vpmadd52luq zmm28, zmm23, zmm20
vpmadd52huq zmm5, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 11136]
vpmadd52luq zmm7, zmm23, zmm21
vpmadd52huq zmm18, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx + 11200]
vpmadd52luq zmm14, zmm23, zmm26
vpmadd52huq zmm10, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 456]
vmovdqa64 zmm2, zmmword ptr [rdx + 11520]
vpmadd52luq zmm9, zmm22, zmm2
vpmadd52huq zmm29, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 11584]
vpmadd52luq zmm24, zmm22, zmm20
vpmadd52huq zmm0, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 11648]
vpmadd52luq zmm15, zmm22, zmm21
vpmadd52huq zmm13, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx + 11712]
vpmadd52luq zmm12, zmm22, zmm23
vpmadd52huq zmm3, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 464]
vmovdqa64 zmm2, zmmword ptr [rdx + 12032]
vpmadd52luq zmm4, zmm26, zmm2
vpmadd52huq zmm17, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 12096]
vpmadd52luq zmm28, zmm26, zmm20
vpmadd52huq zmm5, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 12160]
vpmadd52luq zmm7, zmm26, zmm21
vpmadd52huq zmm18, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx + 12224]
vpmadd52luq zmm14, zmm26, zmm22
vpmadd52huq zmm10, zmm26, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 472]
vmovdqa64 zmm2, zmmword ptr [rdx + 12544]
vpmadd52luq zmm9, zmm23, zmm2
vpmadd52huq zmm29, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 12608]
vpmadd52luq zmm24, zmm23, zmm20
vpmadd52huq zmm0, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 12672]
vpmadd52luq zmm15, zmm23, zmm21
vpmadd52huq zmm13, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx + 12736]
vpmadd52luq zmm12, zmm23, zmm26
vpmadd52huq zmm3, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 480]
vmovdqa64 zmm2, zmmword ptr [rdx + 13056]
vpmadd52luq zmm4, zmm22, zmm2
vpmadd52huq zmm17, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 13120]
vpmadd52luq zmm28, zmm22, zmm20
vpmadd52huq zmm5, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 13184]
vpmadd52luq zmm7, zmm22, zmm21
vpmadd52huq zmm18, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx + 13248]
vpmadd52luq zmm14, zmm22, zmm23
vpmadd52huq zmm10, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 488]
vmovdqa64 zmm2, zmmword ptr [rdx + 13568]
vpmadd52luq zmm9, zmm26, zmm2
vpmadd52huq zmm29, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 13632]
vpmadd52luq zmm24, zmm26, zmm20
vpmadd52huq zmm0, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 13696]
vpmadd52luq zmm15, zmm26, zmm21
vpmadd52huq zmm13, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx + 13760]
vpmadd52luq zmm12, zmm26, zmm22
vpmadd52huq zmm3, zmm26, zmm22
vpbroadcastq zmm23, qword ptr [rsi + 496]
vmovdqa64 zmm2, zmmword ptr [rdx + 14080]
vpmadd52luq zmm4, zmm23, zmm2
vpmadd52huq zmm17, zmm23, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 14144]
vpmadd52luq zmm28, zmm23, zmm20
vpmadd52huq zmm5, zmm23, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 14208]
vpmadd52luq zmm7, zmm23, zmm21
vpmadd52huq zmm18, zmm23, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx + 14272]
vpmadd52luq zmm14, zmm23, zmm26
vpmadd52huq zmm10, zmm23, zmm26
vpbroadcastq zmm22, qword ptr [rsi + 504]
vmovdqa64 zmm2, zmmword ptr [rdx + 14592]
vpmadd52luq zmm9, zmm22, zmm2
vpmadd52huq zmm29, zmm22, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 14656]
vpmadd52luq zmm24, zmm22, zmm20
vpmadd52huq zmm0, zmm22, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 14720]
vpmadd52luq zmm15, zmm22, zmm21
vpmadd52huq zmm13, zmm22, zmm21
vmovdqa64 zmm23, zmmword ptr [rdx + 14784]
vpmadd52luq zmm12, zmm22, zmm23
vpmadd52huq zmm3, zmm22, zmm23
vpbroadcastq zmm26, qword ptr [rsi + 512]
vmovdqa64 zmm2, zmmword ptr [rdx + 15104]
vpmadd52luq zmm4, zmm26, zmm2
vpmadd52huq zmm17, zmm26, zmm2
vmovdqa64 zmm20, zmmword ptr [rdx + 15168]
vpmadd52luq zmm28, zmm26, zmm20
vpmadd52huq zmm5, zmm26, zmm20
vmovdqa64 zmm21, zmmword ptr [rdx + 15232]
vpmadd52luq zmm7, zmm26, zmm21
vpmadd52huq zmm18, zmm26, zmm21
vmovdqa64 zmm22, zmmword ptr [rdx + 15296]
vpmadd52luq zmm14, zmm26, zmm22
vpmadd52huq zmm10, zmm26, zmm22
vpaddq zmm4, zmm4, zmm9
vpaddq zmm17, zmm17, zmm29
vpaddq zmm28, zmm28, zmm24
vpaddq zmm5, zmm5, zmm0
vpaddq zmm7, zmm7, zmm15
vpaddq zmm18, zmm18, zmm13
vpaddq zmm14, zmm14, zmm12
vpaddq zmm10, zmm10, zmm3
valignq zmm23, zmm19, zmm10, 7
vpaddq zmm2, zmm1, zmm6
vpaddq zmm20, zmm2, zmm23
vpsrlq zmm21, zmm20, 52
valignq zmm26, zmm10, zmm18, 7
vpaddq zmm22, zmm8, zmm14
vpaddq zmm9, zmm22, zmm26
vpsrlq zmm29, zmm9, 52
valignq zmm24, zmm18, zmm5, 7
vpaddq zmm0, zmm25, zmm7
vpaddq zmm15, zmm0, zmm24
vpsrlq zmm13, zmm15, 52
valignq zmm12, zmm5, zmm17, 7
vpaddq zmm3, zmm27, zmm28
vpaddq zmm19, zmm3, zmm12
vpsrlq zmm1, zmm19, 52
valignq zmm6, zmm17, zmm30, 7
vpaddq zmm23, zmm16, zmm4
vpaddq zmm2, zmm23, zmm6
vpsrlq zmm10, zmm2, 52
vpandq zmm8, zmm20, zmm31
valignq zmm14, zmm21, zmm29, 7
vpaddq zmm26, zmm8, zmm14
vmovdqa64 zmmword ptr [rdi + 256], zmm26
vporq zmm22, zmm11, zmm26
vpandq zmm18, zmm9, zmm31
valignq zmm25, zmm29, zmm13, 7
vpaddq zmm7, zmm18, zmm25
vmovdqa64 zmmword ptr [rdi + 192], zmm7
vporq zmm24, zmm22, zmm7
vpandq zmm0, zmm15, zmm31
valignq zmm5, zmm13, zmm1, 7
vpaddq zmm27, zmm0, zmm5
vmovdqa64 zmmword ptr [rdi + 128], zmm27
vporq zmm28, zmm24, zmm27
vpandq zmm12, zmm19, zmm31
valignq zmm3, zmm1, zmm10, 7
vpaddq zmm17, zmm12, zmm3
vmovdqa64 zmmword ptr [rdi + 64], zmm17
vporq zmm16, zmm28, zmm17
vpandq zmm4, zmm2, zmm31
valignq zmm6, zmm10, zmm30, 7
vpaddq zmm23, zmm4, zmm6
vmovdqa64 zmmword ptr [rdi], zmm23
vporq zmm20, zmm16, zmm23
vpcmpuq k0, zmm20, zmm31, 6
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
