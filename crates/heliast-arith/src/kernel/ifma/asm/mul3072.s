# a = a*b, 3072 bits, straight-line. Written by generate.py: change that instead.
# bits 3072 limbs 61 value_bits 3131 rows 61 scratch_blocks 9
vpternlogq zmm31, zmm31, zmm31, 255
vpsrlq zmm31, zmm31, 12
vpxorq zmm30, zmm30, zmm30
mov r9, r8
add rdx, 15616
lea r8, [rip + 9f]
.p2align 6
2:
vpbroadcastq zmm0, qword ptr [r9 + 448]
vpxorq zmm1, zmm1, zmm1
vpxorq zmm2, zmm2, zmm2
vpbroadcastq zmm3, qword ptr [r9 + 384]
vpxorq zmm4, zmm4, zmm4
vpmadd52luq zmm1, zmm0, zmmword ptr [rdi + 320]
vpbroadcastq zmm5, qword ptr [r9 + 320]
vpmadd52luq zmm2, zmm0, zmmword ptr [rdi + 384]
vpmadd52luq zmm1, zmm3, zmmword ptr [rdi + 384]
vpmadd52luq zmm4, zmm0, zmmword ptr [rdi + 448]
vpmadd52luq zmm2, zmm3, zmmword ptr [rdi + 448]
vpmadd52luq zmm1, zmm5, zmmword ptr [rdi + 448]
vpbroadcastq zmm6, qword ptr [r9 + 456]
vpxorq zmm7, zmm7, zmm7
vpxorq zmm8, zmm8, zmm8
vpxorq zmm9, zmm9, zmm9
vpmadd52luq zmm7, zmm6, zmmword ptr [rdi + 320]
vpbroadcastq zmm10, qword ptr [r9 + 392]
vpmadd52luq zmm8, zmm6, zmmword ptr [rdi + 384]
vpmadd52huq zmm7, zmm0, zmmword ptr [rdi + 320]
vpbroadcastq zmm11, qword ptr [r9 + 328]
vpmadd52luq zmm7, zmm10, zmmword ptr [rdi + 384]
vpmadd52huq zmm8, zmm0, zmmword ptr [rdi + 384]
vpmadd52luq zmm9, zmm6, zmmword ptr [rdi + 448]
vpmadd52huq zmm7, zmm3, zmmword ptr [rdi + 384]
vpmadd52luq zmm8, zmm10, zmmword ptr [rdi + 448]
vpmadd52luq zmm7, zmm11, zmmword ptr [rdi + 448]
vpmadd52huq zmm9, zmm0, zmmword ptr [rdi + 448]
vpmadd52huq zmm8, zmm3, zmmword ptr [rdi + 448]
vpmadd52huq zmm7, zmm5, zmmword ptr [rdi + 448]
vpbroadcastq zmm12, qword ptr [r9 + 464]
vpxorq zmm13, zmm13, zmm13
vpxorq zmm14, zmm14, zmm14
valignq zmm15, zmm7, zmm30, 7
vpxorq zmm16, zmm16, zmm16
vpaddq zmm1, zmm1, zmm15
vpmadd52luq zmm13, zmm12, zmmword ptr [rdi + 320]
vpbroadcastq zmm17, qword ptr [r9 + 400]
vpmadd52luq zmm14, zmm12, zmmword ptr [rdi + 384]
valignq zmm18, zmm8, zmm7, 7
vpmadd52huq zmm13, zmm6, zmmword ptr [rdi + 320]
vpbroadcastq zmm19, qword ptr [r9 + 336]
vpaddq zmm2, zmm2, zmm18
vpmadd52luq zmm13, zmm17, zmmword ptr [rdi + 384]
vpmadd52huq zmm14, zmm6, zmmword ptr [rdi + 384]
vpmadd52luq zmm16, zmm12, zmmword ptr [rdi + 448]
valignq zmm20, zmm9, zmm8, 7
vpmadd52huq zmm13, zmm10, zmmword ptr [rdi + 384]
vpmadd52luq zmm14, zmm17, zmmword ptr [rdi + 448]
vpmadd52luq zmm13, zmm19, zmmword ptr [rdi + 448]
valignq zmm21, zmm30, zmm9, 7
vpaddq zmm4, zmm4, zmm20
vpmadd52huq zmm16, zmm6, zmmword ptr [rdi + 448]
vpmadd52huq zmm14, zmm10, zmmword ptr [rdi + 448]
vpmadd52huq zmm13, zmm11, zmmword ptr [rdi + 448]
vpbroadcastq zmm22, qword ptr [r9 + 472]
vpxorq zmm23, zmm23, zmm23
vpxorq zmm24, zmm24, zmm24
valignq zmm25, zmm13, zmm30, 6
vpaddq zmm1, zmm1, zmm25
vpxorq zmm26, zmm26, zmm26
vpmadd52luq zmm23, zmm22, zmmword ptr [rdi + 320]
vpbroadcastq zmm27, qword ptr [r9 + 408]
vpmadd52luq zmm24, zmm22, zmmword ptr [rdi + 384]
valignq zmm28, zmm14, zmm13, 6
vpmadd52huq zmm23, zmm12, zmmword ptr [rdi + 320]
vpaddq zmm2, zmm2, zmm28
vpbroadcastq zmm29, qword ptr [r9 + 344]
vpmadd52luq zmm23, zmm27, zmmword ptr [rdi + 384]
vpmadd52huq zmm24, zmm12, zmmword ptr [rdi + 384]
vpmadd52luq zmm26, zmm22, zmmword ptr [rdi + 448]
valignq zmm0, zmm16, zmm14, 6
vpaddq zmm4, zmm4, zmm0
vpmadd52huq zmm23, zmm17, zmmword ptr [rdi + 384]
vpmadd52luq zmm24, zmm27, zmmword ptr [rdi + 448]
vpmadd52luq zmm23, zmm29, zmmword ptr [rdi + 448]
valignq zmm3, zmm30, zmm16, 6
vpmadd52huq zmm26, zmm12, zmmword ptr [rdi + 448]
vpaddq zmm21, zmm21, zmm3
vpmadd52huq zmm24, zmm17, zmmword ptr [rdi + 448]
vpmadd52huq zmm23, zmm19, zmmword ptr [rdi + 448]
vpbroadcastq zmm5, qword ptr [r9 + 480]
vpxorq zmm15, zmm15, zmm15
vpxorq zmm7, zmm7, zmm7
valignq zmm18, zmm23, zmm30, 5
vpaddq zmm1, zmm1, zmm18
vpxorq zmm8, zmm8, zmm8
vpmadd52luq zmm15, zmm5, zmmword ptr [rdi + 320]
vpbroadcastq zmm9, qword ptr [r9 + 416]
vpmadd52luq zmm7, zmm5, zmmword ptr [rdi + 384]
valignq zmm20, zmm24, zmm23, 5
vpmadd52huq zmm15, zmm22, zmmword ptr [rdi + 320]
vpaddq zmm2, zmm2, zmm20
vpbroadcastq zmm6, qword ptr [r9 + 352]
vpmadd52luq zmm15, zmm9, zmmword ptr [rdi + 384]
vpmadd52huq zmm7, zmm22, zmmword ptr [rdi + 384]
vpmadd52luq zmm8, zmm5, zmmword ptr [rdi + 448]
valignq zmm10, zmm26, zmm24, 5
vpaddq zmm4, zmm4, zmm10
vpmadd52huq zmm15, zmm27, zmmword ptr [rdi + 384]
vpmadd52luq zmm7, zmm9, zmmword ptr [rdi + 448]
vpmadd52luq zmm15, zmm6, zmmword ptr [rdi + 448]
valignq zmm11, zmm30, zmm26, 5
vpmadd52huq zmm8, zmm22, zmmword ptr [rdi + 448]
vpaddq zmm21, zmm21, zmm11
vpmadd52huq zmm7, zmm27, zmmword ptr [rdi + 448]
vpmadd52huq zmm15, zmm29, zmmword ptr [rdi + 448]
vpxorq zmm25, zmm25, zmm25
vpbroadcastq zmm13, qword ptr [r9 + 424]
valignq zmm28, zmm15, zmm30, 4
vpxorq zmm14, zmm14, zmm14
vpaddq zmm1, zmm1, zmm28
vpmadd52huq zmm25, zmm5, zmmword ptr [rdi + 320]
vpxorq zmm0, zmm0, zmm0
valignq zmm16, zmm7, zmm15, 4
vpbroadcastq zmm12, qword ptr [r9 + 360]
vpmadd52huq zmm14, zmm5, zmmword ptr [rdi + 384]
vpaddq zmm2, zmm2, zmm16
vpmadd52luq zmm25, zmm13, zmmword ptr [rdi + 384]
valignq zmm3, zmm8, zmm7, 4
vpmadd52huq zmm25, zmm9, zmmword ptr [rdi + 384]
vpaddq zmm4, zmm4, zmm3
vpmadd52luq zmm14, zmm13, zmmword ptr [rdi + 448]
vpmadd52luq zmm25, zmm12, zmmword ptr [rdi + 448]
vpmadd52huq zmm0, zmm5, zmmword ptr [rdi + 448]
valignq zmm17, zmm30, zmm8, 4
vpaddq zmm21, zmm21, zmm17
vpmadd52huq zmm14, zmm9, zmmword ptr [rdi + 448]
vpmadd52huq zmm25, zmm6, zmmword ptr [rdi + 448]
vpbroadcastq zmm19, qword ptr [r9 + 432]
vpxorq zmm18, zmm18, zmm18
valignq zmm23, zmm25, zmm30, 3
vpaddq zmm1, zmm1, zmm23
vpxorq zmm20, zmm20, zmm20
vpmadd52luq zmm18, zmm19, zmmword ptr [rdi + 384]
valignq zmm24, zmm14, zmm25, 3
vpbroadcastq zmm10, qword ptr [r9 + 368]
vpaddq zmm2, zmm2, zmm24
vpmadd52huq zmm18, zmm13, zmmword ptr [rdi + 384]
vpmadd52luq zmm20, zmm19, zmmword ptr [rdi + 448]
valignq zmm26, zmm0, zmm14, 3
vpaddq zmm4, zmm4, zmm26
vpmadd52luq zmm18, zmm10, zmmword ptr [rdi + 448]
valignq zmm22, zmm30, zmm0, 3
vpmadd52huq zmm20, zmm13, zmmword ptr [rdi + 448]
vpaddq zmm21, zmm21, zmm22
vpmadd52huq zmm18, zmm12, zmmword ptr [rdi + 448]
vpbroadcastq zmm11, qword ptr [r9 + 440]
vpxorq zmm27, zmm27, zmm27
valignq zmm29, zmm18, zmm30, 2
vpxorq zmm28, zmm28, zmm28
vpaddq zmm1, zmm1, zmm29
vpmadd52luq zmm27, zmm11, zmmword ptr [rdi + 384]
vpbroadcastq zmm15, qword ptr [r9 + 376]
valignq zmm16, zmm20, zmm18, 2
vpaddq zmm2, zmm2, zmm16
vpmadd52huq zmm27, zmm19, zmmword ptr [rdi + 384]
vpmadd52luq zmm28, zmm11, zmmword ptr [rdi + 448]
vpmadd52luq zmm27, zmm15, zmmword ptr [rdi + 448]
valignq zmm7, zmm30, zmm20, 2
vpaddq zmm4, zmm4, zmm7
vpmadd52huq zmm28, zmm19, zmmword ptr [rdi + 448]
vpmadd52huq zmm27, zmm10, zmmword ptr [rdi + 448]
valignq zmm3, zmm27, zmm30, 1
vpxorq zmm5, zmm5, zmm5
vpaddq zmm1, zmm1, zmm3
vpxorq zmm8, zmm8, zmm8
valignq zmm17, zmm28, zmm27, 1
vpaddq zmm2, zmm2, zmm17
vpmadd52huq zmm5, zmm11, zmmword ptr [rdi + 384]
vpmadd52huq zmm8, zmm11, zmmword ptr [rdi + 448]
valignq zmm9, zmm30, zmm28, 1
vpaddq zmm4, zmm4, zmm9
vpmadd52huq zmm5, zmm15, zmmword ptr [rdi + 448]
vpaddq zmm2, zmm2, zmm5
vpaddq zmm4, zmm4, zmm8
vpbroadcastq zmm6, qword ptr [r9 + 448]
vpxorq zmm23, zmm23, zmm23
vpxorq zmm25, zmm25, zmm25
vpbroadcastq zmm24, qword ptr [r9 + 384]
vpxorq zmm14, zmm14, zmm14
vpbroadcastq zmm26, qword ptr [r9 + 320]
vpmadd52luq zmm23, zmm6, zmmword ptr [rdi + 128]
vpmadd52luq zmm25, zmm6, zmmword ptr [rdi + 192]
vpbroadcastq zmm0, qword ptr [r9 + 256]
vpmadd52luq zmm14, zmm6, zmmword ptr [rdi + 256]
vpmadd52luq zmm23, zmm24, zmmword ptr [rdi + 192]
vpbroadcastq zmm13, qword ptr [r9 + 192]
vpmadd52luq zmm25, zmm24, zmmword ptr [rdi + 256]
vpbroadcastq zmm22, qword ptr [r9 + 128]
vpmadd52luq zmm23, zmm26, zmmword ptr [rdi + 256]
vpmadd52luq zmm14, zmm24, zmmword ptr [rdi + 320]
vpmadd52luq zmm25, zmm26, zmmword ptr [rdi + 320]
vpmadd52luq zmm23, zmm0, zmmword ptr [rdi + 320]
vpmadd52luq zmm14, zmm26, zmmword ptr [rdi + 384]
vpmadd52luq zmm25, zmm0, zmmword ptr [rdi + 384]
vpmadd52luq zmm23, zmm13, zmmword ptr [rdi + 384]
vpmadd52luq zmm14, zmm0, zmmword ptr [rdi + 448]
vpmadd52luq zmm25, zmm13, zmmword ptr [rdi + 448]
vpmadd52luq zmm23, zmm22, zmmword ptr [rdi + 448]
vpbroadcastq zmm12, qword ptr [r9 + 456]
vpxorq zmm29, zmm29, zmm29
vpxorq zmm18, zmm18, zmm18
vpxorq zmm16, zmm16, zmm16
vpbroadcastq zmm20, qword ptr [r9 + 392]
vpmadd52luq zmm29, zmm12, zmmword ptr [rdi + 128]
vpmadd52luq zmm18, zmm12, zmmword ptr [rdi + 192]
vpmadd52luq zmm16, zmm12, zmmword ptr [rdi + 256]
vpbroadcastq zmm7, qword ptr [r9 + 328]
vpmadd52huq zmm29, zmm6, zmmword ptr [rdi + 128]
vpmadd52huq zmm18, zmm6, zmmword ptr [rdi + 192]
vpmadd52luq zmm29, zmm20, zmmword ptr [rdi + 192]
vpbroadcastq zmm19, qword ptr [r9 + 264]
vpmadd52huq zmm16, zmm6, zmmword ptr [rdi + 256]
vpmadd52luq zmm18, zmm20, zmmword ptr [rdi + 256]
vpmadd52huq zmm29, zmm24, zmmword ptr [rdi + 192]
vpbroadcastq zmm10, qword ptr [r9 + 200]
vpmadd52luq zmm16, zmm20, zmmword ptr [rdi + 320]
vpmadd52huq zmm18, zmm24, zmmword ptr [rdi + 256]
vpmadd52luq zmm29, zmm7, zmmword ptr [rdi + 256]
vpbroadcastq zmm3, qword ptr [r9 + 136]
vpmadd52huq zmm29, zmm26, zmmword ptr [rdi + 256]
vpmadd52luq zmm18, zmm7, zmmword ptr [rdi + 320]
vpmadd52huq zmm16, zmm24, zmmword ptr [rdi + 320]
vpmadd52luq zmm29, zmm19, zmmword ptr [rdi + 320]
vpmadd52huq zmm18, zmm26, zmmword ptr [rdi + 320]
vpmadd52luq zmm16, zmm7, zmmword ptr [rdi + 384]
vpmadd52huq zmm29, zmm0, zmmword ptr [rdi + 320]
vpmadd52luq zmm18, zmm19, zmmword ptr [rdi + 384]
vpmadd52huq zmm16, zmm26, zmmword ptr [rdi + 384]
vpmadd52luq zmm29, zmm10, zmmword ptr [rdi + 384]
vpmadd52huq zmm18, zmm0, zmmword ptr [rdi + 384]
vpmadd52huq zmm29, zmm13, zmmword ptr [rdi + 384]
vpmadd52luq zmm16, zmm19, zmmword ptr [rdi + 448]
vpmadd52luq zmm18, zmm10, zmmword ptr [rdi + 448]
vpmadd52luq zmm29, zmm3, zmmword ptr [rdi + 448]
vpmadd52huq zmm16, zmm0, zmmword ptr [rdi + 448]
vpmadd52huq zmm18, zmm13, zmmword ptr [rdi + 448]
vpmadd52huq zmm29, zmm22, zmmword ptr [rdi + 448]
vpbroadcastq zmm27, qword ptr [r9 + 464]
vpxorq zmm17, zmm17, zmm17
vpxorq zmm11, zmm11, zmm11
vpxorq zmm28, zmm28, zmm28
vpbroadcastq zmm9, qword ptr [r9 + 400]
valignq zmm15, zmm29, zmm30, 7
vpmadd52luq zmm17, zmm27, zmmword ptr [rdi + 128]
vpmadd52luq zmm11, zmm27, zmmword ptr [rdi + 192]
vpaddq zmm23, zmm23, zmm15
vpmadd52luq zmm28, zmm27, zmmword ptr [rdi + 256]
vpbroadcastq zmm5, qword ptr [r9 + 336]
vpmadd52huq zmm17, zmm12, zmmword ptr [rdi + 128]
vpmadd52huq zmm11, zmm12, zmmword ptr [rdi + 192]
vpmadd52luq zmm17, zmm9, zmmword ptr [rdi + 192]
vpbroadcastq zmm8, qword ptr [r9 + 272]
vpmadd52huq zmm28, zmm12, zmmword ptr [rdi + 256]
vpmadd52luq zmm11, zmm9, zmmword ptr [rdi + 256]
valignq zmm6, zmm18, zmm29, 7
vpmadd52huq zmm17, zmm20, zmmword ptr [rdi + 192]
vpbroadcastq zmm24, qword ptr [r9 + 208]
vpaddq zmm25, zmm25, zmm6
vpmadd52luq zmm28, zmm9, zmmword ptr [rdi + 320]
vpmadd52huq zmm11, zmm20, zmmword ptr [rdi + 256]
vpmadd52luq zmm17, zmm5, zmmword ptr [rdi + 256]
vpbroadcastq zmm26, qword ptr [r9 + 144]
vpmadd52huq zmm17, zmm7, zmmword ptr [rdi + 256]
vpmadd52luq zmm11, zmm5, zmmword ptr [rdi + 320]
vpmadd52huq zmm28, zmm20, zmmword ptr [rdi + 320]
valignq zmm0, zmm16, zmm18, 7
vpmadd52luq zmm17, zmm8, zmmword ptr [rdi + 320]
vpmadd52huq zmm11, zmm7, zmmword ptr [rdi + 320]
vpmadd52luq zmm28, zmm5, zmmword ptr [rdi + 384]
vpaddq zmm14, zmm14, zmm0
vpmadd52huq zmm17, zmm19, zmmword ptr [rdi + 320]
vpmadd52luq zmm11, zmm8, zmmword ptr [rdi + 384]
vpmadd52huq zmm28, zmm7, zmmword ptr [rdi + 384]
vpmadd52luq zmm17, zmm24, zmmword ptr [rdi + 384]
vpmadd52huq zmm11, zmm19, zmmword ptr [rdi + 384]
valignq zmm13, zmm30, zmm16, 7
vpmadd52huq zmm17, zmm10, zmmword ptr [rdi + 384]
vpmadd52luq zmm28, zmm8, zmmword ptr [rdi + 448]
vpaddq zmm1, zmm1, zmm13
vpmadd52luq zmm11, zmm24, zmmword ptr [rdi + 448]
vpmadd52luq zmm17, zmm26, zmmword ptr [rdi + 448]
vpmadd52huq zmm28, zmm19, zmmword ptr [rdi + 448]
vpmadd52huq zmm11, zmm10, zmmword ptr [rdi + 448]
vpmadd52huq zmm17, zmm3, zmmword ptr [rdi + 448]
vpbroadcastq zmm22, qword ptr [r9 + 472]
vpxorq zmm15, zmm15, zmm15
vpxorq zmm12, zmm12, zmm12
vpxorq zmm29, zmm29, zmm29
vpbroadcastq zmm6, qword ptr [r9 + 408]
valignq zmm20, zmm17, zmm30, 6
vpmadd52luq zmm15, zmm22, zmmword ptr [rdi + 128]
vpmadd52luq zmm12, zmm22, zmmword ptr [rdi + 192]
vpaddq zmm23, zmm23, zmm20
vpmadd52luq zmm29, zmm22, zmmword ptr [rdi + 256]
vpbroadcastq zmm18, qword ptr [r9 + 344]
vpmadd52huq zmm15, zmm27, zmmword ptr [rdi + 128]
vpmadd52huq zmm12, zmm27, zmmword ptr [rdi + 192]
vpmadd52luq zmm15, zmm6, zmmword ptr [rdi + 192]
vpbroadcastq zmm0, qword ptr [r9 + 280]
vpmadd52huq zmm29, zmm27, zmmword ptr [rdi + 256]
vpmadd52luq zmm12, zmm6, zmmword ptr [rdi + 256]
valignq zmm7, zmm11, zmm17, 6
vpmadd52huq zmm15, zmm9, zmmword ptr [rdi + 192]
vpbroadcastq zmm16, qword ptr [r9 + 216]
vpaddq zmm25, zmm25, zmm7
vpmadd52luq zmm29, zmm6, zmmword ptr [rdi + 320]
vpmadd52huq zmm12, zmm9, zmmword ptr [rdi + 256]
vpmadd52luq zmm15, zmm18, zmmword ptr [rdi + 256]
vpbroadcastq zmm13, qword ptr [r9 + 152]
vpmadd52huq zmm15, zmm5, zmmword ptr [rdi + 256]
vpmadd52luq zmm12, zmm18, zmmword ptr [rdi + 320]
vpmadd52huq zmm29, zmm9, zmmword ptr [rdi + 320]
valignq zmm19, zmm28, zmm11, 6
vpmadd52luq zmm15, zmm0, zmmword ptr [rdi + 320]
vpmadd52huq zmm12, zmm5, zmmword ptr [rdi + 320]
vpmadd52luq zmm29, zmm18, zmmword ptr [rdi + 384]
vpaddq zmm14, zmm14, zmm19
vpmadd52huq zmm15, zmm8, zmmword ptr [rdi + 320]
vpmadd52luq zmm12, zmm0, zmmword ptr [rdi + 384]
vpmadd52huq zmm29, zmm5, zmmword ptr [rdi + 384]
vpmadd52luq zmm15, zmm16, zmmword ptr [rdi + 384]
vpmadd52huq zmm12, zmm8, zmmword ptr [rdi + 384]
valignq zmm10, zmm30, zmm28, 6
vpmadd52huq zmm15, zmm24, zmmword ptr [rdi + 384]
vpmadd52luq zmm29, zmm0, zmmword ptr [rdi + 448]
vpaddq zmm1, zmm1, zmm10
vpmadd52luq zmm12, zmm16, zmmword ptr [rdi + 448]
vpmadd52luq zmm15, zmm13, zmmword ptr [rdi + 448]
vpmadd52huq zmm29, zmm8, zmmword ptr [rdi + 448]
vpmadd52huq zmm12, zmm24, zmmword ptr [rdi + 448]
vpmadd52huq zmm15, zmm26, zmmword ptr [rdi + 448]
vpbroadcastq zmm3, qword ptr [r9 + 480]
vpxorq zmm20, zmm20, zmm20
vpxorq zmm27, zmm27, zmm27
vpxorq zmm17, zmm17, zmm17
vpbroadcastq zmm7, qword ptr [r9 + 416]
valignq zmm9, zmm15, zmm30, 5
vpmadd52luq zmm20, zmm3, zmmword ptr [rdi + 128]
vpmadd52luq zmm27, zmm3, zmmword ptr [rdi + 192]
vpaddq zmm23, zmm23, zmm9
vpmadd52luq zmm17, zmm3, zmmword ptr [rdi + 256]
vpbroadcastq zmm11, qword ptr [r9 + 352]
vpmadd52huq zmm20, zmm22, zmmword ptr [rdi + 128]
vpmadd52huq zmm27, zmm22, zmmword ptr [rdi + 192]
vpmadd52luq zmm20, zmm7, zmmword ptr [rdi + 192]
vpbroadcastq zmm19, qword ptr [r9 + 288]
vpmadd52huq zmm17, zmm22, zmmword ptr [rdi + 256]
vpmadd52luq zmm27, zmm7, zmmword ptr [rdi + 256]
valignq zmm5, zmm12, zmm15, 5
vpmadd52huq zmm20, zmm6, zmmword ptr [rdi + 192]
vpbroadcastq zmm28, qword ptr [r9 + 224]
vpaddq zmm25, zmm25, zmm5
vpmadd52luq zmm17, zmm7, zmmword ptr [rdi + 320]
vpmadd52huq zmm27, zmm6, zmmword ptr [rdi + 256]
vpmadd52luq zmm20, zmm11, zmmword ptr [rdi + 256]
vpbroadcastq zmm10, qword ptr [r9 + 160]
vpmadd52huq zmm20, zmm18, zmmword ptr [rdi + 256]
vpmadd52luq zmm27, zmm11, zmmword ptr [rdi + 320]
vpmadd52huq zmm17, zmm6, zmmword ptr [rdi + 320]
valignq zmm8, zmm29, zmm12, 5
vpmadd52luq zmm20, zmm19, zmmword ptr [rdi + 320]
vpmadd52huq zmm27, zmm18, zmmword ptr [rdi + 320]
vpmadd52luq zmm17, zmm11, zmmword ptr [rdi + 384]
vpaddq zmm14, zmm14, zmm8
vpmadd52huq zmm20, zmm0, zmmword ptr [rdi + 320]
vpmadd52luq zmm27, zmm19, zmmword ptr [rdi + 384]
vpmadd52huq zmm17, zmm18, zmmword ptr [rdi + 384]
vpmadd52luq zmm20, zmm28, zmmword ptr [rdi + 384]
vpmadd52huq zmm27, zmm0, zmmword ptr [rdi + 384]
valignq zmm24, zmm30, zmm29, 5
vpmadd52huq zmm20, zmm16, zmmword ptr [rdi + 384]
vpmadd52luq zmm17, zmm19, zmmword ptr [rdi + 448]
vpaddq zmm1, zmm1, zmm24
vpmadd52luq zmm27, zmm28, zmmword ptr [rdi + 448]
vpmadd52luq zmm20, zmm10, zmmword ptr [rdi + 448]
vpmadd52huq zmm17, zmm0, zmmword ptr [rdi + 448]
vpmadd52huq zmm27, zmm16, zmmword ptr [rdi + 448]
vpmadd52huq zmm20, zmm13, zmmword ptr [rdi + 448]
vpbroadcastq zmm26, qword ptr [r9 + 424]
vpxorq zmm9, zmm9, zmm9
vpxorq zmm22, zmm22, zmm22
vpxorq zmm15, zmm15, zmm15
valignq zmm5, zmm20, zmm30, 4
vpbroadcastq zmm6, qword ptr [r9 + 360]
vpmadd52huq zmm9, zmm3, zmmword ptr [rdi + 128]
vpmadd52huq zmm22, zmm3, zmmword ptr [rdi + 192]
vpaddq zmm23, zmm23, zmm5
vpmadd52huq zmm15, zmm3, zmmword ptr [rdi + 256]
vpmadd52luq zmm9, zmm26, zmmword ptr [rdi + 192]
vpbroadcastq zmm12, qword ptr [r9 + 296]
vpmadd52luq zmm22, zmm26, zmmword ptr [rdi + 256]
vpmadd52huq zmm9, zmm7, zmmword ptr [rdi + 192]
vpmadd52luq zmm15, zmm26, zmmword ptr [rdi + 320]
vpbroadcastq zmm8, qword ptr [r9 + 232]
valignq zmm18, zmm27, zmm20, 4
vpmadd52huq zmm22, zmm7, zmmword ptr [rdi + 256]
vpmadd52luq zmm9, zmm6, zmmword ptr [rdi + 256]
vpaddq zmm25, zmm25, zmm18
vpmadd52huq zmm15, zmm7, zmmword ptr [rdi + 320]
vpbroadcastq zmm29, qword ptr [r9 + 168]
vpmadd52luq zmm22, zmm6, zmmword ptr [rdi + 320]
vpmadd52huq zmm9, zmm11, zmmword ptr [rdi + 256]
vpmadd52luq zmm9, zmm12, zmmword ptr [rdi + 320]
vpmadd52huq zmm22, zmm11, zmmword ptr [rdi + 320]
vpmadd52luq zmm15, zmm6, zmmword ptr [rdi + 384]
valignq zmm24, zmm17, zmm27, 4
vpaddq zmm14, zmm14, zmm24
vpmadd52huq zmm9, zmm19, zmmword ptr [rdi + 320]
vpmadd52luq zmm22, zmm12, zmmword ptr [rdi + 384]
vpmadd52huq zmm15, zmm11, zmmword ptr [rdi + 384]
vpmadd52luq zmm9, zmm8, zmmword ptr [rdi + 384]
vpmadd52huq zmm22, zmm19, zmmword ptr [rdi + 384]
valignq zmm0, zmm30, zmm17, 4
vpmadd52huq zmm9, zmm28, zmmword ptr [rdi + 384]
vpmadd52luq zmm15, zmm12, zmmword ptr [rdi + 448]
vpaddq zmm1, zmm1, zmm0
vpmadd52luq zmm22, zmm8, zmmword ptr [rdi + 448]
vpmadd52luq zmm9, zmm29, zmmword ptr [rdi + 448]
vpmadd52huq zmm15, zmm19, zmmword ptr [rdi + 448]
vpmadd52huq zmm22, zmm28, zmmword ptr [rdi + 448]
vpmadd52huq zmm9, zmm10, zmmword ptr [rdi + 448]
vpbroadcastq zmm16, qword ptr [r9 + 432]
vpxorq zmm13, zmm13, zmm13
vpxorq zmm5, zmm5, zmm5
vpxorq zmm3, zmm3, zmm3
valignq zmm20, zmm9, zmm30, 3
vpbroadcastq zmm18, qword ptr [r9 + 368]
vpmadd52luq zmm13, zmm16, zmmword ptr [rdi + 192]
vpaddq zmm23, zmm23, zmm20
vpmadd52luq zmm5, zmm16, zmmword ptr [rdi + 256]
vpmadd52luq zmm3, zmm16, zmmword ptr [rdi + 320]
vpbroadcastq zmm7, qword ptr [r9 + 304]
vpmadd52huq zmm13, zmm26, zmmword ptr [rdi + 192]
vpmadd52huq zmm5, zmm26, zmmword ptr [rdi + 256]
vpmadd52luq zmm13, zmm18, zmmword ptr [rdi + 256]
vpbroadcastq zmm27, qword ptr [r9 + 240]
valignq zmm24, zmm22, zmm9, 3
vpmadd52huq zmm3, zmm26, zmmword ptr [rdi + 320]
vpaddq zmm25, zmm25, zmm24
vpmadd52luq zmm5, zmm18, zmmword ptr [rdi + 320]
vpmadd52huq zmm13, zmm6, zmmword ptr [rdi + 256]
vpbroadcastq zmm11, qword ptr [r9 + 176]
vpmadd52luq zmm13, zmm7, zmmword ptr [rdi + 320]
vpmadd52huq zmm5, zmm6, zmmword ptr [rdi + 320]
vpmadd52luq zmm3, zmm18, zmmword ptr [rdi + 384]
valignq zmm17, zmm15, zmm22, 3
vpmadd52huq zmm13, zmm12, zmmword ptr [rdi + 320]
vpmadd52luq zmm5, zmm7, zmmword ptr [rdi + 384]
vpaddq zmm14, zmm14, zmm17
vpmadd52huq zmm3, zmm6, zmmword ptr [rdi + 384]
vpmadd52luq zmm13, zmm27, zmmword ptr [rdi + 384]
vpmadd52huq zmm5, zmm12, zmmword ptr [rdi + 384]
vpmadd52huq zmm13, zmm8, zmmword ptr [rdi + 384]
vpmadd52luq zmm3, zmm7, zmmword ptr [rdi + 448]
valignq zmm0, zmm30, zmm15, 3
vpmadd52luq zmm5, zmm27, zmmword ptr [rdi + 448]
vpaddq zmm1, zmm1, zmm0
vpmadd52luq zmm13, zmm11, zmmword ptr [rdi + 448]
vpmadd52huq zmm3, zmm12, zmmword ptr [rdi + 448]
vpmadd52huq zmm5, zmm8, zmmword ptr [rdi + 448]
vpmadd52huq zmm13, zmm29, zmmword ptr [rdi + 448]
vpbroadcastq zmm19, qword ptr [r9 + 440]
vpxorq zmm28, zmm28, zmm28
vpxorq zmm10, zmm10, zmm10
vpxorq zmm20, zmm20, zmm20
valignq zmm9, zmm13, zmm30, 2
vpbroadcastq zmm26, qword ptr [r9 + 376]
vpmadd52luq zmm28, zmm19, zmmword ptr [rdi + 192]
vpaddq zmm23, zmm23, zmm9
vpmadd52luq zmm10, zmm19, zmmword ptr [rdi + 256]
vpmadd52luq zmm20, zmm19, zmmword ptr [rdi + 320]
vpbroadcastq zmm24, qword ptr [r9 + 312]
vpmadd52huq zmm28, zmm16, zmmword ptr [rdi + 192]
vpmadd52huq zmm10, zmm16, zmmword ptr [rdi + 256]
vpmadd52luq zmm28, zmm26, zmmword ptr [rdi + 256]
vpbroadcastq zmm22, qword ptr [r9 + 248]
valignq zmm17, zmm5, zmm13, 2
vpmadd52huq zmm20, zmm16, zmmword ptr [rdi + 320]
vpaddq zmm25, zmm25, zmm17
vpmadd52luq zmm10, zmm26, zmmword ptr [rdi + 320]
vpmadd52huq zmm28, zmm18, zmmword ptr [rdi + 256]
vpbroadcastq zmm6, qword ptr [r9 + 184]
vpmadd52luq zmm28, zmm24, zmmword ptr [rdi + 320]
vpmadd52huq zmm10, zmm18, zmmword ptr [rdi + 320]
vpmadd52luq zmm20, zmm26, zmmword ptr [rdi + 384]
valignq zmm15, zmm3, zmm5, 2
vpmadd52huq zmm28, zmm7, zmmword ptr [rdi + 320]
vpmadd52luq zmm10, zmm24, zmmword ptr [rdi + 384]
vpaddq zmm14, zmm14, zmm15
vpmadd52huq zmm20, zmm18, zmmword ptr [rdi + 384]
vpmadd52luq zmm28, zmm22, zmmword ptr [rdi + 384]
vpmadd52huq zmm10, zmm7, zmmword ptr [rdi + 384]
vpmadd52huq zmm28, zmm27, zmmword ptr [rdi + 384]
vpmadd52luq zmm20, zmm24, zmmword ptr [rdi + 448]
valignq zmm0, zmm30, zmm3, 2
vpmadd52luq zmm10, zmm22, zmmword ptr [rdi + 448]
vpaddq zmm1, zmm1, zmm0
vpmadd52luq zmm28, zmm6, zmmword ptr [rdi + 448]
vpmadd52huq zmm20, zmm7, zmmword ptr [rdi + 448]
vpmadd52huq zmm10, zmm27, zmmword ptr [rdi + 448]
vpmadd52huq zmm28, zmm11, zmmword ptr [rdi + 448]
vpxorq zmm12, zmm12, zmm12
vpxorq zmm8, zmm8, zmm8
valignq zmm29, zmm28, zmm30, 1
vpxorq zmm9, zmm9, zmm9
vpaddq zmm23, zmm23, zmm29
vpmadd52huq zmm12, zmm19, zmmword ptr [rdi + 192]
vpmadd52huq zmm8, zmm19, zmmword ptr [rdi + 256]
valignq zmm13, zmm10, zmm28, 1
vpmadd52huq zmm9, zmm19, zmmword ptr [rdi + 320]
vpaddq zmm25, zmm25, zmm13
vpmadd52huq zmm12, zmm26, zmmword ptr [rdi + 256]
vpmadd52huq zmm8, zmm26, zmmword ptr [rdi + 320]
valignq zmm16, zmm20, zmm10, 1
vpmadd52huq zmm12, zmm24, zmmword ptr [rdi + 320]
vpaddq zmm14, zmm14, zmm16
vpmadd52huq zmm9, zmm26, zmmword ptr [rdi + 384]
vpmadd52huq zmm8, zmm24, zmmword ptr [rdi + 384]
vpmadd52huq zmm12, zmm22, zmmword ptr [rdi + 384]
valignq zmm17, zmm30, zmm20, 1
vpaddq zmm1, zmm1, zmm17
vpmadd52huq zmm9, zmm24, zmmword ptr [rdi + 448]
vpmadd52huq zmm8, zmm22, zmmword ptr [rdi + 448]
vpmadd52huq zmm12, zmm6, zmmword ptr [rdi + 448]
vpaddq zmm25, zmm25, zmm12
vpaddq zmm14, zmm14, zmm8
vpaddq zmm1, zmm1, zmm9
vpbroadcastq zmm5, qword ptr [r9 + 384]
vpbroadcastq zmm15, qword ptr [r9 + 320]
vpxorq zmm18, zmm18, zmm18
vpxorq zmm3, zmm3, zmm3
vpxorq zmm0, zmm0, zmm0
vpbroadcastq zmm7, qword ptr [r9 + 256]
vpbroadcastq zmm27, qword ptr [r9 + 448]
vpmadd52luq zmm18, zmm27, zmmword ptr [rdi]
vpmadd52luq zmm3, zmm5, zmmword ptr [rdi]
vpmadd52luq zmm0, zmm27, zmmword ptr [rdi + 64]
vpbroadcastq zmm11, qword ptr [r9 + 192]
vpbroadcastq zmm29, qword ptr [r9 + 128]
vpmadd52luq zmm18, zmm5, zmmword ptr [rdi + 64]
vpmadd52luq zmm3, zmm15, zmmword ptr [rdi + 64]
vpmadd52luq zmm0, zmm5, zmmword ptr [rdi + 128]
vpbroadcastq zmm28, qword ptr [r9 + 64]
vpmadd52luq zmm18, zmm15, zmmword ptr [rdi + 128]
vpbroadcastq zmm19, qword ptr [r9]
vpmadd52luq zmm3, zmm7, zmmword ptr [rdi + 128]
vpmadd52luq zmm0, zmm15, zmmword ptr [rdi + 192]
vpmadd52luq zmm18, zmm7, zmmword ptr [rdi + 192]
vpmadd52luq zmm3, zmm11, zmmword ptr [rdi + 192]
vpmadd52luq zmm0, zmm7, zmmword ptr [rdi + 256]
vpmadd52luq zmm18, zmm11, zmmword ptr [rdi + 256]
vpmadd52luq zmm3, zmm29, zmmword ptr [rdi + 256]
vpmadd52luq zmm0, zmm11, zmmword ptr [rdi + 320]
vpmadd52luq zmm18, zmm29, zmmword ptr [rdi + 320]
vpmadd52luq zmm3, zmm28, zmmword ptr [rdi + 320]
vpmadd52luq zmm0, zmm29, zmmword ptr [rdi + 384]
vpmadd52luq zmm18, zmm28, zmmword ptr [rdi + 384]
vpmadd52luq zmm3, zmm19, zmmword ptr [rdi + 384]
vpmadd52luq zmm0, zmm28, zmmword ptr [rdi + 448]
vpmadd52luq zmm18, zmm19, zmmword ptr [rdi + 448]
vpbroadcastq zmm13, qword ptr [r9 + 392]
vpxorq zmm10, zmm10, zmm10
vpxorq zmm16, zmm16, zmm16
vpxorq zmm26, zmm26, zmm26
vpbroadcastq zmm20, qword ptr [r9 + 328]
vpbroadcastq zmm17, qword ptr [r9 + 456]
vpmadd52luq zmm10, zmm17, zmmword ptr [rdi]
vpmadd52luq zmm16, zmm13, zmmword ptr [rdi]
vpmadd52luq zmm26, zmm17, zmmword ptr [rdi + 64]
vpbroadcastq zmm24, qword ptr [r9 + 264]
vpmadd52huq zmm10, zmm27, zmmword ptr [rdi]
vpmadd52huq zmm16, zmm5, zmmword ptr [rdi]
vpmadd52huq zmm26, zmm27, zmmword ptr [rdi + 64]
vpbroadcastq zmm22, qword ptr [r9 + 200]
vpmadd52luq zmm10, zmm13, zmmword ptr [rdi + 64]
vpmadd52luq zmm16, zmm20, zmmword ptr [rdi + 64]
vpmadd52luq zmm26, zmm13, zmmword ptr [rdi + 128]
vpbroadcastq zmm6, qword ptr [r9 + 136]
vpmadd52huq zmm10, zmm5, zmmword ptr [rdi + 64]
vpmadd52huq zmm16, zmm15, zmmword ptr [rdi + 64]
vpmadd52huq zmm26, zmm5, zmmword ptr [rdi + 128]
vpmadd52luq zmm10, zmm20, zmmword ptr [rdi + 128]
vpbroadcastq zmm12, qword ptr [r9 + 72]
vpmadd52luq zmm16, zmm24, zmmword ptr [rdi + 128]
vpmadd52luq zmm26, zmm20, zmmword ptr [rdi + 192]
vpmadd52huq zmm10, zmm15, zmmword ptr [rdi + 128]
vpbroadcastq zmm8, qword ptr [r9 + 8]
vpmadd52huq zmm16, zmm7, zmmword ptr [rdi + 128]
vpmadd52huq zmm26, zmm15, zmmword ptr [rdi + 192]
vpmadd52luq zmm10, zmm24, zmmword ptr [rdi + 192]
vpmadd52luq zmm16, zmm22, zmmword ptr [rdi + 192]
vpmadd52huq zmm10, zmm7, zmmword ptr [rdi + 192]
vpmadd52luq zmm26, zmm24, zmmword ptr [rdi + 256]
vpmadd52luq zmm10, zmm22, zmmword ptr [rdi + 256]
vpmadd52huq zmm16, zmm11, zmmword ptr [rdi + 192]
vpmadd52huq zmm26, zmm7, zmmword ptr [rdi + 256]
vpmadd52huq zmm10, zmm11, zmmword ptr [rdi + 256]
vpmadd52luq zmm16, zmm6, zmmword ptr [rdi + 256]
vpmadd52luq zmm26, zmm22, zmmword ptr [rdi + 320]
vpmadd52luq zmm10, zmm6, zmmword ptr [rdi + 320]
vpmadd52huq zmm16, zmm29, zmmword ptr [rdi + 256]
vpmadd52huq zmm26, zmm11, zmmword ptr [rdi + 320]
vpmadd52huq zmm10, zmm29, zmmword ptr [rdi + 320]
vpmadd52luq zmm16, zmm12, zmmword ptr [rdi + 320]
vpmadd52luq zmm26, zmm6, zmmword ptr [rdi + 384]
vpmadd52luq zmm10, zmm12, zmmword ptr [rdi + 384]
vpmadd52huq zmm16, zmm28, zmmword ptr [rdi + 320]
vpmadd52huq zmm26, zmm29, zmmword ptr [rdi + 384]
vpmadd52huq zmm10, zmm28, zmmword ptr [rdi + 384]
vpmadd52luq zmm16, zmm8, zmmword ptr [rdi + 384]
vpmadd52luq zmm26, zmm12, zmmword ptr [rdi + 448]
vpmadd52luq zmm10, zmm8, zmmword ptr [rdi + 448]
vpmadd52huq zmm16, zmm19, zmmword ptr [rdi + 384]
vpmadd52huq zmm26, zmm28, zmmword ptr [rdi + 448]
vpmadd52huq zmm10, zmm19, zmmword ptr [rdi + 448]
vpbroadcastq zmm9, qword ptr [r9 + 400]
vpxorq zmm27, zmm27, zmm27
vpxorq zmm5, zmm5, zmm5
vpxorq zmm15, zmm15, zmm15
vpbroadcastq zmm7, qword ptr [r9 + 336]
vpbroadcastq zmm11, qword ptr [r9 + 464]
vpmadd52luq zmm27, zmm11, zmmword ptr [rdi]
vpmadd52luq zmm5, zmm9, zmmword ptr [rdi]
vpmadd52luq zmm15, zmm11, zmmword ptr [rdi + 64]
valignq zmm29, zmm16, zmm30, 7
vpbroadcastq zmm28, qword ptr [r9 + 272]
vpmadd52huq zmm27, zmm17, zmmword ptr [rdi]
vpaddq zmm3, zmm3, zmm29
vpmadd52huq zmm5, zmm13, zmmword ptr [rdi]
vpmadd52huq zmm15, zmm17, zmmword ptr [rdi + 64]
vpbroadcastq zmm19, qword ptr [r9 + 208]
vpmadd52luq zmm27, zmm9, zmmword ptr [rdi + 64]
vpmadd52luq zmm5, zmm7, zmmword ptr [rdi + 64]
vpmadd52luq zmm15, zmm9, zmmword ptr [rdi + 128]
vpbroadcastq zmm29, qword ptr [r9 + 144]
vpmadd52huq zmm27, zmm13, zmmword ptr [rdi + 64]
vpmadd52huq zmm5, zmm20, zmmword ptr [rdi + 64]
vpmadd52huq zmm15, zmm13, zmmword ptr [rdi + 128]
vpmadd52luq zmm27, zmm7, zmmword ptr [rdi + 128]
vpbroadcastq zmm17, qword ptr [r9 + 80]
valignq zmm13, zmm10, zmm16, 7
vpmadd52luq zmm5, zmm28, zmmword ptr [rdi + 128]
vpmadd52luq zmm15, zmm7, zmmword ptr [rdi + 192]
vpmadd52huq zmm27, zmm20, zmmword ptr [rdi + 128]
vpaddq zmm18, zmm18, zmm13
vpbroadcastq zmm16, qword ptr [r9 + 16]
vpmadd52huq zmm5, zmm24, zmmword ptr [rdi + 128]
vpmadd52huq zmm15, zmm20, zmmword ptr [rdi + 192]
vpmadd52luq zmm27, zmm28, zmmword ptr [rdi + 192]
vpmadd52luq zmm5, zmm19, zmmword ptr [rdi + 192]
vpmadd52huq zmm27, zmm24, zmmword ptr [rdi + 192]
vpmadd52luq zmm15, zmm28, zmmword ptr [rdi + 256]
vpmadd52luq zmm27, zmm19, zmmword ptr [rdi + 256]
valignq zmm13, zmm26, zmm10, 7
vpmadd52huq zmm5, zmm22, zmmword ptr [rdi + 192]
vpmadd52huq zmm15, zmm24, zmmword ptr [rdi + 256]
vpaddq zmm0, zmm0, zmm13
vpmadd52huq zmm27, zmm22, zmmword ptr [rdi + 256]
vpmadd52luq zmm5, zmm29, zmmword ptr [rdi + 256]
vpmadd52luq zmm15, zmm19, zmmword ptr [rdi + 320]
vpmadd52luq zmm27, zmm29, zmmword ptr [rdi + 320]
vpmadd52huq zmm5, zmm6, zmmword ptr [rdi + 256]
vpmadd52huq zmm15, zmm22, zmmword ptr [rdi + 320]
vpmadd52huq zmm27, zmm6, zmmword ptr [rdi + 320]
vpmadd52luq zmm5, zmm17, zmmword ptr [rdi + 320]
vpmadd52luq zmm15, zmm29, zmmword ptr [rdi + 384]
valignq zmm20, zmm30, zmm26, 7
vpmadd52luq zmm27, zmm17, zmmword ptr [rdi + 384]
vpmadd52huq zmm5, zmm12, zmmword ptr [rdi + 320]
vpmadd52huq zmm15, zmm6, zmmword ptr [rdi + 384]
vpaddq zmm23, zmm23, zmm20
vpmadd52huq zmm27, zmm12, zmmword ptr [rdi + 384]
vpmadd52luq zmm5, zmm16, zmmword ptr [rdi + 384]
vpmadd52luq zmm15, zmm17, zmmword ptr [rdi + 448]
vpmadd52luq zmm27, zmm16, zmmword ptr [rdi + 448]
vpmadd52huq zmm5, zmm8, zmmword ptr [rdi + 384]
vpmadd52huq zmm15, zmm12, zmmword ptr [rdi + 448]
vpmadd52huq zmm27, zmm8, zmmword ptr [rdi + 448]
vpbroadcastq zmm10, qword ptr [r9 + 408]
vpxorq zmm24, zmm24, zmm24
vpxorq zmm13, zmm13, zmm13
vpxorq zmm22, zmm22, zmm22
vpbroadcastq zmm26, qword ptr [r9 + 344]
vpbroadcastq zmm6, qword ptr [r9 + 472]
vpmadd52luq zmm24, zmm6, zmmword ptr [rdi]
vpmadd52luq zmm13, zmm10, zmmword ptr [rdi]
vpmadd52luq zmm22, zmm6, zmmword ptr [rdi + 64]
valignq zmm20, zmm5, zmm30, 6
vpbroadcastq zmm12, qword ptr [r9 + 280]
vpmadd52huq zmm24, zmm11, zmmword ptr [rdi]
vpaddq zmm3, zmm3, zmm20
vpmadd52huq zmm13, zmm9, zmmword ptr [rdi]
vpmadd52huq zmm22, zmm11, zmmword ptr [rdi + 64]
vpbroadcastq zmm8, qword ptr [r9 + 216]
vpmadd52luq zmm24, zmm10, zmmword ptr [rdi + 64]
vpmadd52luq zmm13, zmm26, zmmword ptr [rdi + 64]
vpmadd52luq zmm22, zmm10, zmmword ptr [rdi + 128]
vpbroadcastq zmm20, qword ptr [r9 + 152]
vpmadd52huq zmm24, zmm9, zmmword ptr [rdi + 64]
vpmadd52huq zmm13, zmm7, zmmword ptr [rdi + 64]
vpmadd52huq zmm22, zmm9, zmmword ptr [rdi + 128]
vpmadd52luq zmm24, zmm26, zmmword ptr [rdi + 128]
vpbroadcastq zmm11, qword ptr [r9 + 88]
valignq zmm9, zmm27, zmm5, 6
vpmadd52luq zmm13, zmm12, zmmword ptr [rdi + 128]
vpmadd52luq zmm22, zmm26, zmmword ptr [rdi + 192]
vpmadd52huq zmm24, zmm7, zmmword ptr [rdi + 128]
vpaddq zmm18, zmm18, zmm9
vpbroadcastq zmm5, qword ptr [r9 + 24]
vpmadd52huq zmm13, zmm28, zmmword ptr [rdi + 128]
vpmadd52huq zmm22, zmm7, zmmword ptr [rdi + 192]
vpmadd52luq zmm24, zmm12, zmmword ptr [rdi + 192]
vpmadd52luq zmm13, zmm8, zmmword ptr [rdi + 192]
vpmadd52huq zmm24, zmm28, zmmword ptr [rdi + 192]
vpmadd52luq zmm22, zmm12, zmmword ptr [rdi + 256]
vpmadd52luq zmm24, zmm8, zmmword ptr [rdi + 256]
valignq zmm9, zmm15, zmm27, 6
vpmadd52huq zmm13, zmm19, zmmword ptr [rdi + 192]
vpmadd52huq zmm22, zmm28, zmmword ptr [rdi + 256]
vpaddq zmm0, zmm0, zmm9
vpmadd52huq zmm24, zmm19, zmmword ptr [rdi + 256]
vpmadd52luq zmm13, zmm20, zmmword ptr [rdi + 256]
vpmadd52luq zmm22, zmm8, zmmword ptr [rdi + 320]
vpmadd52luq zmm24, zmm20, zmmword ptr [rdi + 320]
vpmadd52huq zmm13, zmm29, zmmword ptr [rdi + 256]
vpmadd52huq zmm22, zmm19, zmmword ptr [rdi + 320]
vpmadd52huq zmm24, zmm29, zmmword ptr [rdi + 320]
vpmadd52luq zmm13, zmm11, zmmword ptr [rdi + 320]
vpmadd52luq zmm22, zmm20, zmmword ptr [rdi + 384]
valignq zmm7, zmm30, zmm15, 6
vpmadd52luq zmm24, zmm11, zmmword ptr [rdi + 384]
vpmadd52huq zmm13, zmm17, zmmword ptr [rdi + 320]
vpmadd52huq zmm22, zmm29, zmmword ptr [rdi + 384]
vpaddq zmm23, zmm23, zmm7
vpmadd52huq zmm24, zmm17, zmmword ptr [rdi + 384]
vpmadd52luq zmm13, zmm5, zmmword ptr [rdi + 384]
vpmadd52luq zmm22, zmm11, zmmword ptr [rdi + 448]
vpmadd52luq zmm24, zmm5, zmmword ptr [rdi + 448]
vpmadd52huq zmm13, zmm16, zmmword ptr [rdi + 384]
vpmadd52huq zmm22, zmm17, zmmword ptr [rdi + 448]
vpmadd52huq zmm24, zmm16, zmmword ptr [rdi + 448]
vpbroadcastq zmm27, qword ptr [r9 + 416]
vpxorq zmm28, zmm28, zmm28
vpxorq zmm9, zmm9, zmm9
vpxorq zmm19, zmm19, zmm19
vpbroadcastq zmm15, qword ptr [r9 + 352]
vpbroadcastq zmm29, qword ptr [r9 + 480]
vpmadd52luq zmm28, zmm29, zmmword ptr [rdi]
vpmadd52luq zmm9, zmm27, zmmword ptr [rdi]
vpmadd52luq zmm19, zmm29, zmmword ptr [rdi + 64]
valignq zmm7, zmm13, zmm30, 5
vpbroadcastq zmm17, qword ptr [r9 + 288]
vpmadd52huq zmm28, zmm6, zmmword ptr [rdi]
vpaddq zmm3, zmm3, zmm7
vpmadd52huq zmm9, zmm10, zmmword ptr [rdi]
vpmadd52huq zmm19, zmm6, zmmword ptr [rdi + 64]
vpbroadcastq zmm16, qword ptr [r9 + 224]
vpmadd52luq zmm28, zmm27, zmmword ptr [rdi + 64]
vpmadd52luq zmm9, zmm15, zmmword ptr [rdi + 64]
vpmadd52luq zmm19, zmm27, zmmword ptr [rdi + 128]
vpbroadcastq zmm7, qword ptr [r9 + 160]
vpmadd52huq zmm28, zmm10, zmmword ptr [rdi + 64]
vpmadd52huq zmm9, zmm26, zmmword ptr [rdi + 64]
vpmadd52huq zmm19, zmm10, zmmword ptr [rdi + 128]
vpmadd52luq zmm28, zmm15, zmmword ptr [rdi + 128]
vpbroadcastq zmm6, qword ptr [r9 + 96]
valignq zmm10, zmm24, zmm13, 5
vpmadd52luq zmm9, zmm17, zmmword ptr [rdi + 128]
vpmadd52luq zmm19, zmm15, zmmword ptr [rdi + 192]
vpmadd52huq zmm28, zmm26, zmmword ptr [rdi + 128]
vpaddq zmm18, zmm18, zmm10
vpbroadcastq zmm13, qword ptr [r9 + 32]
vpmadd52huq zmm9, zmm12, zmmword ptr [rdi + 128]
vpmadd52huq zmm19, zmm26, zmmword ptr [rdi + 192]
vpmadd52luq zmm28, zmm17, zmmword ptr [rdi + 192]
vpmadd52luq zmm9, zmm16, zmmword ptr [rdi + 192]
vpmadd52huq zmm28, zmm12, zmmword ptr [rdi + 192]
vpmadd52luq zmm19, zmm17, zmmword ptr [rdi + 256]
vpmadd52luq zmm28, zmm16, zmmword ptr [rdi + 256]
valignq zmm10, zmm22, zmm24, 5
vpmadd52huq zmm9, zmm8, zmmword ptr [rdi + 192]
vpmadd52huq zmm19, zmm12, zmmword ptr [rdi + 256]
vpaddq zmm0, zmm0, zmm10
vpmadd52huq zmm28, zmm8, zmmword ptr [rdi + 256]
vpmadd52luq zmm9, zmm7, zmmword ptr [rdi + 256]
vpmadd52luq zmm19, zmm16, zmmword ptr [rdi + 320]
vpmadd52luq zmm28, zmm7, zmmword ptr [rdi + 320]
vpmadd52huq zmm9, zmm20, zmmword ptr [rdi + 256]
vpmadd52huq zmm19, zmm8, zmmword ptr [rdi + 320]
vpmadd52huq zmm28, zmm20, zmmword ptr [rdi + 320]
vpmadd52luq zmm9, zmm6, zmmword ptr [rdi + 320]
vpmadd52luq zmm19, zmm7, zmmword ptr [rdi + 384]
valignq zmm26, zmm30, zmm22, 5
vpmadd52luq zmm28, zmm6, zmmword ptr [rdi + 384]
vpmadd52huq zmm9, zmm11, zmmword ptr [rdi + 320]
vpmadd52huq zmm19, zmm20, zmmword ptr [rdi + 384]
vpaddq zmm23, zmm23, zmm26
vpmadd52huq zmm28, zmm11, zmmword ptr [rdi + 384]
vpmadd52luq zmm9, zmm13, zmmword ptr [rdi + 384]
vpmadd52luq zmm19, zmm6, zmmword ptr [rdi + 448]
vpmadd52luq zmm28, zmm13, zmmword ptr [rdi + 448]
vpmadd52huq zmm9, zmm5, zmmword ptr [rdi + 384]
vpmadd52huq zmm19, zmm11, zmmword ptr [rdi + 448]
vpmadd52huq zmm28, zmm5, zmmword ptr [rdi + 448]
vpbroadcastq zmm24, qword ptr [r9 + 424]
vpxorq zmm12, zmm12, zmm12
vpxorq zmm10, zmm10, zmm10
vpxorq zmm8, zmm8, zmm8
vpbroadcastq zmm22, qword ptr [r9 + 360]
vpmadd52huq zmm12, zmm29, zmmword ptr [rdi]
vpmadd52luq zmm10, zmm24, zmmword ptr [rdi]
vpmadd52huq zmm8, zmm29, zmmword ptr [rdi + 64]
valignq zmm20, zmm9, zmm30, 4
vpbroadcastq zmm26, qword ptr [r9 + 296]
vpmadd52luq zmm12, zmm24, zmmword ptr [rdi + 64]
vpaddq zmm3, zmm3, zmm20
vpmadd52huq zmm10, zmm27, zmmword ptr [rdi]
vpmadd52luq zmm8, zmm24, zmmword ptr [rdi + 128]
vpmadd52huq zmm12, zmm27, zmmword ptr [rdi + 64]
vpbroadcastq zmm11, qword ptr [r9 + 232]
vpmadd52luq zmm10, zmm22, zmmword ptr [rdi + 64]
vpmadd52huq zmm8, zmm27, zmmword ptr [rdi + 128]
vpmadd52luq zmm12, zmm22, zmmword ptr [rdi + 128]
vpmadd52huq zmm10, zmm15, zmmword ptr [rdi + 64]
vpbroadcastq zmm5, qword ptr [r9 + 168]
vpmadd52luq zmm8, zmm22, zmmword ptr [rdi + 192]
valignq zmm29, zmm28, zmm9, 4
vpmadd52huq zmm12, zmm15, zmmword ptr [rdi + 128]
vpmadd52luq zmm10, zmm26, zmmword ptr [rdi + 128]
vpbroadcastq zmm20, qword ptr [r9 + 104]
vpaddq zmm18, zmm18, zmm29
vpmadd52huq zmm8, zmm15, zmmword ptr [rdi + 192]
vpmadd52luq zmm12, zmm26, zmmword ptr [rdi + 192]
vpmadd52huq zmm10, zmm17, zmmword ptr [rdi + 128]
vpbroadcastq zmm27, qword ptr [r9 + 40]
vpmadd52luq zmm8, zmm26, zmmword ptr [rdi + 256]
vpmadd52huq zmm12, zmm17, zmmword ptr [rdi + 192]
vpmadd52luq zmm10, zmm11, zmmword ptr [rdi + 192]
vpmadd52luq zmm12, zmm11, zmmword ptr [rdi + 256]
vpmadd52huq zmm8, zmm17, zmmword ptr [rdi + 256]
valignq zmm9, zmm19, zmm28, 4
vpmadd52huq zmm10, zmm16, zmmword ptr [rdi + 192]
vpmadd52huq zmm12, zmm16, zmmword ptr [rdi + 256]
vpmadd52luq zmm8, zmm11, zmmword ptr [rdi + 320]
vpaddq zmm0, zmm0, zmm9
vpmadd52luq zmm10, zmm5, zmmword ptr [rdi + 256]
vpmadd52luq zmm12, zmm5, zmmword ptr [rdi + 320]
vpmadd52huq zmm8, zmm16, zmmword ptr [rdi + 320]
vpmadd52huq zmm10, zmm7, zmmword ptr [rdi + 256]
vpmadd52huq zmm12, zmm7, zmmword ptr [rdi + 320]
vpmadd52luq zmm8, zmm5, zmmword ptr [rdi + 384]
vpmadd52luq zmm10, zmm20, zmmword ptr [rdi + 320]
vpmadd52luq zmm12, zmm20, zmmword ptr [rdi + 384]
valignq zmm29, zmm30, zmm19, 4
vpmadd52huq zmm8, zmm7, zmmword ptr [rdi + 384]
vpmadd52huq zmm10, zmm6, zmmword ptr [rdi + 320]
vpaddq zmm23, zmm23, zmm29
vpmadd52huq zmm12, zmm6, zmmword ptr [rdi + 384]
vpmadd52luq zmm8, zmm20, zmmword ptr [rdi + 448]
vpmadd52luq zmm10, zmm27, zmmword ptr [rdi + 384]
vpmadd52luq zmm12, zmm27, zmmword ptr [rdi + 448]
vpmadd52huq zmm8, zmm6, zmmword ptr [rdi + 448]
vpmadd52huq zmm10, zmm13, zmmword ptr [rdi + 384]
vpmadd52huq zmm12, zmm13, zmmword ptr [rdi + 448]
vpbroadcastq zmm15, qword ptr [r9 + 432]
vpxorq zmm17, zmm17, zmm17
vpxorq zmm28, zmm28, zmm28
vpxorq zmm9, zmm9, zmm9
vpbroadcastq zmm16, qword ptr [r9 + 368]
vpmadd52luq zmm17, zmm15, zmmword ptr [rdi]
vpmadd52luq zmm28, zmm15, zmmword ptr [rdi + 64]
valignq zmm19, zmm10, zmm30, 3
vpmadd52luq zmm9, zmm15, zmmword ptr [rdi + 128]
vpbroadcastq zmm7, qword ptr [r9 + 304]
vpaddq zmm3, zmm3, zmm19
vpmadd52huq zmm17, zmm24, zmmword ptr [rdi]
vpmadd52huq zmm28, zmm24, zmmword ptr [rdi + 64]
vpmadd52huq zmm9, zmm24, zmmword ptr [rdi + 128]
vpbroadcastq zmm29, qword ptr [r9 + 240]
vpmadd52luq zmm17, zmm16, zmmword ptr [rdi + 64]
vpmadd52luq zmm28, zmm16, zmmword ptr [rdi + 128]
vpmadd52luq zmm9, zmm16, zmmword ptr [rdi + 192]
vpmadd52huq zmm17, zmm22, zmmword ptr [rdi + 64]
vpmadd52huq zmm28, zmm22, zmmword ptr [rdi + 128]
vpbroadcastq zmm6, qword ptr [r9 + 176]
valignq zmm13, zmm12, zmm10, 3
vpmadd52huq zmm9, zmm22, zmmword ptr [rdi + 192]
vpmadd52luq zmm17, zmm7, zmmword ptr [rdi + 128]
vpmadd52luq zmm28, zmm7, zmmword ptr [rdi + 192]
vpbroadcastq zmm19, qword ptr [r9 + 112]
vpaddq zmm18, zmm18, zmm13
vpmadd52luq zmm9, zmm7, zmmword ptr [rdi + 256]
vpmadd52huq zmm17, zmm26, zmmword ptr [rdi + 128]
vpmadd52huq zmm28, zmm26, zmmword ptr [rdi + 192]
vpbroadcastq zmm24, qword ptr [r9 + 48]
vpmadd52luq zmm17, zmm29, zmmword ptr [rdi + 192]
vpmadd52luq zmm28, zmm29, zmmword ptr [rdi + 256]
vpmadd52huq zmm9, zmm26, zmmword ptr [rdi + 256]
valignq zmm10, zmm8, zmm12, 3
vpmadd52huq zmm17, zmm11, zmmword ptr [rdi + 192]
vpmadd52huq zmm28, zmm11, zmmword ptr [rdi + 256]
vpmadd52luq zmm9, zmm29, zmmword ptr [rdi + 320]
vpaddq zmm0, zmm0, zmm10
vpmadd52luq zmm17, zmm6, zmmword ptr [rdi + 256]
vpmadd52luq zmm28, zmm6, zmmword ptr [rdi + 320]
vpmadd52huq zmm9, zmm11, zmmword ptr [rdi + 320]
vpmadd52huq zmm17, zmm5, zmmword ptr [rdi + 256]
vpmadd52huq zmm28, zmm5, zmmword ptr [rdi + 320]
vpmadd52luq zmm9, zmm6, zmmword ptr [rdi + 384]
vpmadd52luq zmm17, zmm19, zmmword ptr [rdi + 320]
vpmadd52luq zmm28, zmm19, zmmword ptr [rdi + 384]
valignq zmm22, zmm30, zmm8, 3
vpmadd52huq zmm9, zmm5, zmmword ptr [rdi + 384]
vpmadd52huq zmm17, zmm20, zmmword ptr [rdi + 320]
vpmadd52huq zmm28, zmm20, zmmword ptr [rdi + 384]
vpaddq zmm23, zmm23, zmm22
vpmadd52luq zmm9, zmm19, zmmword ptr [rdi + 448]
vpmadd52luq zmm17, zmm24, zmmword ptr [rdi + 384]
vpmadd52luq zmm28, zmm24, zmmword ptr [rdi + 448]
vpmadd52huq zmm9, zmm20, zmmword ptr [rdi + 448]
vpmadd52huq zmm17, zmm27, zmmword ptr [rdi + 384]
vpmadd52huq zmm28, zmm27, zmmword ptr [rdi + 448]
vpbroadcastq zmm13, qword ptr [r9 + 440]
vpxorq zmm26, zmm26, zmm26
vpxorq zmm12, zmm12, zmm12
vpxorq zmm10, zmm10, zmm10
vpbroadcastq zmm11, qword ptr [r9 + 376]
vpmadd52luq zmm26, zmm13, zmmword ptr [rdi]
vpmadd52luq zmm12, zmm13, zmmword ptr [rdi + 64]
valignq zmm8, zmm17, zmm30, 2
vpmadd52luq zmm10, zmm13, zmmword ptr [rdi + 128]
vpbroadcastq zmm5, qword ptr [r9 + 312]
vpaddq zmm3, zmm3, zmm8
vpmadd52huq zmm26, zmm15, zmmword ptr [rdi]
vpmadd52huq zmm12, zmm15, zmmword ptr [rdi + 64]
vpmadd52huq zmm10, zmm15, zmmword ptr [rdi + 128]
vpbroadcastq zmm22, qword ptr [r9 + 248]
vpmadd52luq zmm26, zmm11, zmmword ptr [rdi + 64]
vpmadd52luq zmm12, zmm11, zmmword ptr [rdi + 128]
vpmadd52luq zmm10, zmm11, zmmword ptr [rdi + 192]
vpmadd52huq zmm26, zmm16, zmmword ptr [rdi + 64]
vpmadd52huq zmm12, zmm16, zmmword ptr [rdi + 128]
vpbroadcastq zmm20, qword ptr [r9 + 184]
valignq zmm27, zmm28, zmm17, 2
vpmadd52huq zmm10, zmm16, zmmword ptr [rdi + 192]
vpmadd52luq zmm26, zmm5, zmmword ptr [rdi + 128]
vpmadd52luq zmm12, zmm5, zmmword ptr [rdi + 192]
vpbroadcastq zmm8, qword ptr [r9 + 120]
vpaddq zmm18, zmm18, zmm27
vpmadd52luq zmm10, zmm5, zmmword ptr [rdi + 256]
vpmadd52huq zmm26, zmm7, zmmword ptr [rdi + 128]
vpmadd52huq zmm12, zmm7, zmmword ptr [rdi + 192]
vpbroadcastq zmm15, qword ptr [r9 + 56]
vpmadd52luq zmm26, zmm22, zmmword ptr [rdi + 192]
vpmadd52luq zmm12, zmm22, zmmword ptr [rdi + 256]
vpmadd52huq zmm10, zmm7, zmmword ptr [rdi + 256]
valignq zmm17, zmm9, zmm28, 2
vpmadd52huq zmm26, zmm29, zmmword ptr [rdi + 192]
vpmadd52huq zmm12, zmm29, zmmword ptr [rdi + 256]
vpmadd52luq zmm10, zmm22, zmmword ptr [rdi + 320]
vpaddq zmm0, zmm0, zmm17
vpmadd52luq zmm26, zmm20, zmmword ptr [rdi + 256]
vpmadd52luq zmm12, zmm20, zmmword ptr [rdi + 320]
vpmadd52huq zmm10, zmm29, zmmword ptr [rdi + 320]
vpmadd52huq zmm26, zmm6, zmmword ptr [rdi + 256]
vpmadd52huq zmm12, zmm6, zmmword ptr [rdi + 320]
vpmadd52luq zmm10, zmm20, zmmword ptr [rdi + 384]
vpmadd52luq zmm26, zmm8, zmmword ptr [rdi + 320]
vpmadd52luq zmm12, zmm8, zmmword ptr [rdi + 384]
valignq zmm16, zmm30, zmm9, 2
vpmadd52huq zmm10, zmm6, zmmword ptr [rdi + 384]
vpmadd52huq zmm26, zmm19, zmmword ptr [rdi + 320]
vpmadd52huq zmm12, zmm19, zmmword ptr [rdi + 384]
vpaddq zmm23, zmm23, zmm16
vpmadd52luq zmm10, zmm8, zmmword ptr [rdi + 448]
vpmadd52luq zmm26, zmm15, zmmword ptr [rdi + 384]
vpmadd52luq zmm12, zmm15, zmmword ptr [rdi + 448]
vpmadd52huq zmm10, zmm19, zmmword ptr [rdi + 448]
vpmadd52huq zmm26, zmm24, zmmword ptr [rdi + 384]
vpmadd52huq zmm12, zmm24, zmmword ptr [rdi + 448]
vpxorq zmm27, zmm27, zmm27
vpxorq zmm7, zmm7, zmm7
vpxorq zmm28, zmm28, zmm28
valignq zmm17, zmm26, zmm30, 1
vpaddq zmm3, zmm3, zmm17
vpmadd52huq zmm27, zmm13, zmmword ptr [rdi]
vpmadd52huq zmm7, zmm13, zmmword ptr [rdi + 64]
vpmadd52huq zmm28, zmm13, zmmword ptr [rdi + 128]
vpmadd52huq zmm27, zmm11, zmmword ptr [rdi + 64]
vpmadd52huq zmm7, zmm11, zmmword ptr [rdi + 128]
valignq zmm29, zmm12, zmm26, 1
vpmadd52huq zmm28, zmm11, zmmword ptr [rdi + 192]
vpaddq zmm18, zmm18, zmm29
vpmadd52huq zmm27, zmm5, zmmword ptr [rdi + 128]
vpmadd52huq zmm7, zmm5, zmmword ptr [rdi + 192]
vpmadd52huq zmm28, zmm5, zmmword ptr [rdi + 256]
vpmadd52huq zmm27, zmm22, zmmword ptr [rdi + 192]
vpmadd52huq zmm7, zmm22, zmmword ptr [rdi + 256]
valignq zmm9, zmm10, zmm12, 1
vpaddq zmm0, zmm0, zmm9
vpmadd52huq zmm28, zmm22, zmmword ptr [rdi + 320]
vpmadd52huq zmm27, zmm20, zmmword ptr [rdi + 256]
vpmadd52huq zmm7, zmm20, zmmword ptr [rdi + 320]
vpmadd52huq zmm28, zmm20, zmmword ptr [rdi + 384]
valignq zmm6, zmm30, zmm10, 1
vpmadd52huq zmm27, zmm8, zmmword ptr [rdi + 320]
vpmadd52huq zmm7, zmm8, zmmword ptr [rdi + 384]
vpaddq zmm23, zmm23, zmm6
vpmadd52huq zmm28, zmm8, zmmword ptr [rdi + 448]
vpmadd52huq zmm27, zmm15, zmmword ptr [rdi + 384]
vpmadd52huq zmm7, zmm15, zmmword ptr [rdi + 448]
vpaddq zmm18, zmm18, zmm27
vpaddq zmm0, zmm0, zmm7
vpaddq zmm23, zmm23, zmm28
vpsrlq zmm16, zmm18, 52
vpandq zmm19, zmm16, zmmword ptr [r8 + 128]
vpandq zmm24, zmm18, zmm31
valignq zmm17, zmm19, zmm30, 7
vpaddq zmm13, zmm24, zmm17
vmovdqa64 zmmword ptr [rsi], zmm13
vpsrlq zmm26, zmm0, 52
vpandq zmm11, zmm0, zmm31
valignq zmm29, zmm26, zmm19, 7
vpaddq zmm5, zmm11, zmm29
vmovdqa64 zmmword ptr [rsi + 64], zmm5
vporq zmm12, zmm13, zmm5
vpsrlq zmm9, zmm23, 52
vpandq zmm22, zmm23, zmm31
valignq zmm20, zmm9, zmm26, 7
vpaddq zmm10, zmm22, zmm20
vmovdqa64 zmmword ptr [rsi + 128], zmm10
vporq zmm6, zmm12, zmm10
vpsrlq zmm8, zmm25, 52
vpandq zmm15, zmm25, zmm31
valignq zmm27, zmm8, zmm9, 7
vpaddq zmm7, zmm15, zmm27
vmovdqa64 zmmword ptr [rsi + 192], zmm7
vporq zmm28, zmm6, zmm7
vpsrlq zmm16, zmm14, 52
vpandq zmm24, zmm14, zmm31
valignq zmm17, zmm16, zmm8, 7
vpaddq zmm0, zmm24, zmm17
vmovdqa64 zmmword ptr [rsi + 256], zmm0
vporq zmm19, zmm28, zmm0
vpsrlq zmm11, zmm1, 52
vpandq zmm29, zmm1, zmm31
valignq zmm13, zmm11, zmm16, 7
vpaddq zmm5, zmm29, zmm13
vmovdqa64 zmmword ptr [rsi + 320], zmm5
vporq zmm23, zmm19, zmm5
vpsrlq zmm26, zmm2, 52
vpandq zmm22, zmm2, zmm31
valignq zmm20, zmm26, zmm11, 7
vpaddq zmm12, zmm22, zmm20
vmovdqa64 zmmword ptr [rsi + 384], zmm12
vporq zmm10, zmm23, zmm12
vpsrlq zmm25, zmm4, 52
vpandq zmm9, zmm4, zmm31
valignq zmm15, zmm25, zmm26, 7
vpaddq zmm27, zmm9, zmm15
vmovdqa64 zmmword ptr [rsi + 448], zmm27
vporq zmm6, zmm10, zmm27
vpsrlq zmm7, zmm21, 52
vpandq zmm14, zmm21, zmm31
valignq zmm8, zmm7, zmm25, 7
vpaddq zmm24, zmm14, zmm8
vmovdqa64 zmmword ptr [rsi + 512], zmm24
vporq zmm17, zmm6, zmm24
vpcmpuq k0, zmm17, zmm31, 6
vpandq zmm28, zmm18, zmmword ptr [r8 + 192]
vpbroadcastq zmm0, qword ptr [r9 + 192]
vpxorq zmm1, zmm1, zmm1
vpxorq zmm16, zmm16, zmm16
vpbroadcastq zmm29, qword ptr [r9 + 128]
vpxorq zmm13, zmm13, zmm13
vpbroadcastq zmm19, qword ptr [r9 + 64]
vpbroadcastq zmm5, qword ptr [r9 + 320]
vpmadd52luq zmm1, zmm5, zmmword ptr [rdi]
vpbroadcastq zmm2, qword ptr [r9 + 256]
vpmadd52luq zmm16, zmm2, zmmword ptr [rdi]
vpbroadcastq zmm11, qword ptr [r9]
vpmadd52luq zmm13, zmm0, zmmword ptr [rdi]
vpmadd52luq zmm1, zmm2, zmmword ptr [rdi + 64]
vpmadd52luq zmm16, zmm0, zmmword ptr [rdi + 64]
vpmadd52luq zmm13, zmm29, zmmword ptr [rdi + 64]
vpmadd52luq zmm1, zmm0, zmmword ptr [rdi + 128]
vpmadd52luq zmm16, zmm29, zmmword ptr [rdi + 128]
vpmadd52luq zmm1, zmm29, zmmword ptr [rdi + 192]
vpmadd52luq zmm13, zmm19, zmmword ptr [rdi + 128]
vpmadd52luq zmm16, zmm19, zmmword ptr [rdi + 192]
vpmadd52luq zmm1, zmm19, zmmword ptr [rdi + 256]
vpmadd52luq zmm13, zmm11, zmmword ptr [rdi + 192]
vpmadd52luq zmm16, zmm11, zmmword ptr [rdi + 256]
vpmadd52luq zmm1, zmm11, zmmword ptr [rdi + 320]
vpbroadcastq zmm22, qword ptr [r9 + 200]
vpxorq zmm20, zmm20, zmm20
vpxorq zmm23, zmm23, zmm23
vpxorq zmm12, zmm12, zmm12
vpbroadcastq zmm4, qword ptr [r9 + 136]
vpbroadcastq zmm26, qword ptr [r9 + 328]
vpmadd52luq zmm20, zmm26, zmmword ptr [rdi]
vpbroadcastq zmm9, qword ptr [r9 + 264]
vpmadd52luq zmm23, zmm9, zmmword ptr [rdi]
vpmadd52luq zmm12, zmm22, zmmword ptr [rdi]
vpbroadcastq zmm15, qword ptr [r9 + 72]
vpmadd52huq zmm20, zmm5, zmmword ptr [rdi]
vpmadd52huq zmm23, zmm2, zmmword ptr [rdi]
vpmadd52luq zmm20, zmm9, zmmword ptr [rdi + 64]
vpbroadcastq zmm10, qword ptr [r9 + 8]
vpmadd52huq zmm12, zmm0, zmmword ptr [rdi]
vpmadd52luq zmm23, zmm22, zmmword ptr [rdi + 64]
vpmadd52huq zmm20, zmm2, zmmword ptr [rdi + 64]
vpmadd52luq zmm12, zmm4, zmmword ptr [rdi + 64]
vpmadd52huq zmm23, zmm0, zmmword ptr [rdi + 64]
vpmadd52luq zmm20, zmm22, zmmword ptr [rdi + 128]
vpmadd52huq zmm12, zmm29, zmmword ptr [rdi + 64]
vpmadd52luq zmm23, zmm4, zmmword ptr [rdi + 128]
vpmadd52huq zmm20, zmm0, zmmword ptr [rdi + 128]
vpmadd52luq zmm20, zmm4, zmmword ptr [rdi + 192]
vpmadd52huq zmm23, zmm29, zmmword ptr [rdi + 128]
vpmadd52luq zmm12, zmm15, zmmword ptr [rdi + 128]
vpmadd52huq zmm20, zmm29, zmmword ptr [rdi + 192]
vpmadd52luq zmm23, zmm15, zmmword ptr [rdi + 192]
vpmadd52huq zmm12, zmm19, zmmword ptr [rdi + 128]
vpmadd52luq zmm20, zmm15, zmmword ptr [rdi + 256]
vpmadd52huq zmm23, zmm19, zmmword ptr [rdi + 192]
vpmadd52huq zmm20, zmm19, zmmword ptr [rdi + 256]
vpmadd52luq zmm12, zmm10, zmmword ptr [rdi + 192]
vpmadd52luq zmm23, zmm10, zmmword ptr [rdi + 256]
vpmadd52luq zmm20, zmm10, zmmword ptr [rdi + 320]
vpmadd52huq zmm12, zmm11, zmmword ptr [rdi + 192]
vpmadd52huq zmm23, zmm11, zmmword ptr [rdi + 256]
vpmadd52huq zmm20, zmm11, zmmword ptr [rdi + 320]
vpbroadcastq zmm27, qword ptr [r9 + 208]
vpxorq zmm21, zmm21, zmm21
vpxorq zmm25, zmm25, zmm25
vpxorq zmm7, zmm7, zmm7
vpbroadcastq zmm14, qword ptr [r9 + 144]
valignq zmm8, zmm12, zmm30, 7
vpbroadcastq zmm6, qword ptr [r9 + 336]
vpmadd52luq zmm21, zmm6, zmmword ptr [rdi]
vpbroadcastq zmm24, qword ptr [r9 + 272]
vpmadd52luq zmm25, zmm24, zmmword ptr [rdi]
vpaddq zmm13, zmm13, zmm8
vpmadd52luq zmm7, zmm27, zmmword ptr [rdi]
vpbroadcastq zmm17, qword ptr [r9 + 80]
vpmadd52huq zmm21, zmm26, zmmword ptr [rdi]
vpmadd52huq zmm25, zmm9, zmmword ptr [rdi]
vpmadd52luq zmm21, zmm24, zmmword ptr [rdi + 64]
vpbroadcastq zmm18, qword ptr [r9 + 16]
vpmadd52huq zmm7, zmm22, zmmword ptr [rdi]
vpmadd52luq zmm25, zmm27, zmmword ptr [rdi + 64]
valignq zmm5, zmm23, zmm12, 7
vpmadd52huq zmm21, zmm9, zmmword ptr [rdi + 64]
vpaddq zmm16, zmm16, zmm5
vpmadd52luq zmm7, zmm14, zmmword ptr [rdi + 64]
vpmadd52huq zmm25, zmm22, zmmword ptr [rdi + 64]
vpmadd52luq zmm21, zmm27, zmmword ptr [rdi + 128]
vpmadd52huq zmm7, zmm4, zmmword ptr [rdi + 64]
vpmadd52luq zmm25, zmm14, zmmword ptr [rdi + 128]
vpmadd52huq zmm21, zmm22, zmmword ptr [rdi + 128]
valignq zmm2, zmm20, zmm23, 7
vpmadd52luq zmm21, zmm14, zmmword ptr [rdi + 192]
vpmadd52huq zmm25, zmm4, zmmword ptr [rdi + 128]
vpmadd52luq zmm7, zmm17, zmmword ptr [rdi + 128]
vpaddq zmm1, zmm1, zmm2
vpmadd52huq zmm21, zmm4, zmmword ptr [rdi + 192]
vpmadd52luq zmm25, zmm17, zmmword ptr [rdi + 192]
vpmadd52huq zmm7, zmm15, zmmword ptr [rdi + 128]
vpmadd52luq zmm21, zmm17, zmmword ptr [rdi + 256]
vpmadd52huq zmm25, zmm15, zmmword ptr [rdi + 192]
valignq zmm0, zmm30, zmm20, 7
vpmadd52huq zmm21, zmm15, zmmword ptr [rdi + 256]
vpmadd52luq zmm7, zmm18, zmmword ptr [rdi + 192]
vpaddq zmm3, zmm3, zmm0
vpmadd52luq zmm25, zmm18, zmmword ptr [rdi + 256]
vpmadd52luq zmm21, zmm18, zmmword ptr [rdi + 320]
vpmadd52huq zmm7, zmm10, zmmword ptr [rdi + 192]
vpmadd52huq zmm25, zmm10, zmmword ptr [rdi + 256]
vpmadd52huq zmm21, zmm10, zmmword ptr [rdi + 320]
vpbroadcastq zmm29, qword ptr [r9 + 216]
vpxorq zmm19, zmm19, zmm19
vpxorq zmm11, zmm11, zmm11
vpxorq zmm8, zmm8, zmm8
vpbroadcastq zmm26, qword ptr [r9 + 152]
valignq zmm12, zmm7, zmm30, 6
vpbroadcastq zmm9, qword ptr [r9 + 344]
vpmadd52luq zmm19, zmm9, zmmword ptr [rdi]
vpbroadcastq zmm5, qword ptr [r9 + 280]
vpmadd52luq zmm11, zmm5, zmmword ptr [rdi]
vpaddq zmm13, zmm13, zmm12
vpmadd52luq zmm8, zmm29, zmmword ptr [rdi]
vpbroadcastq zmm22, qword ptr [r9 + 88]
vpmadd52huq zmm19, zmm6, zmmword ptr [rdi]
vpmadd52huq zmm11, zmm24, zmmword ptr [rdi]
vpmadd52luq zmm19, zmm5, zmmword ptr [rdi + 64]
vpbroadcastq zmm23, qword ptr [r9 + 24]
vpmadd52huq zmm8, zmm27, zmmword ptr [rdi]
vpmadd52luq zmm11, zmm29, zmmword ptr [rdi + 64]
valignq zmm2, zmm25, zmm7, 6
vpmadd52huq zmm19, zmm24, zmmword ptr [rdi + 64]
vpaddq zmm16, zmm16, zmm2
vpmadd52luq zmm8, zmm26, zmmword ptr [rdi + 64]
vpmadd52huq zmm11, zmm27, zmmword ptr [rdi + 64]
vpmadd52luq zmm19, zmm29, zmmword ptr [rdi + 128]
vpmadd52huq zmm8, zmm14, zmmword ptr [rdi + 64]
vpmadd52luq zmm11, zmm26, zmmword ptr [rdi + 128]
vpmadd52huq zmm19, zmm27, zmmword ptr [rdi + 128]
valignq zmm4, zmm21, zmm25, 6
vpmadd52luq zmm19, zmm26, zmmword ptr [rdi + 192]
vpmadd52huq zmm11, zmm14, zmmword ptr [rdi + 128]
vpmadd52luq zmm8, zmm22, zmmword ptr [rdi + 128]
vpaddq zmm1, zmm1, zmm4
vpmadd52huq zmm19, zmm14, zmmword ptr [rdi + 192]
vpmadd52luq zmm11, zmm22, zmmword ptr [rdi + 192]
vpmadd52huq zmm8, zmm17, zmmword ptr [rdi + 128]
vpmadd52luq zmm19, zmm22, zmmword ptr [rdi + 256]
vpmadd52huq zmm11, zmm17, zmmword ptr [rdi + 192]
valignq zmm20, zmm30, zmm21, 6
vpmadd52huq zmm19, zmm17, zmmword ptr [rdi + 256]
vpmadd52luq zmm8, zmm23, zmmword ptr [rdi + 192]
vpaddq zmm3, zmm3, zmm20
vpmadd52luq zmm11, zmm23, zmmword ptr [rdi + 256]
vpmadd52luq zmm19, zmm23, zmmword ptr [rdi + 320]
vpmadd52huq zmm8, zmm18, zmmword ptr [rdi + 192]
vpmadd52huq zmm11, zmm18, zmmword ptr [rdi + 256]
vpmadd52huq zmm19, zmm18, zmmword ptr [rdi + 320]
vpbroadcastq zmm15, qword ptr [r9 + 224]
vpxorq zmm0, zmm0, zmm0
vpxorq zmm10, zmm10, zmm10
vpxorq zmm12, zmm12, zmm12
vpbroadcastq zmm6, qword ptr [r9 + 160]
valignq zmm7, zmm8, zmm30, 5
vpbroadcastq zmm24, qword ptr [r9 + 352]
vpmadd52luq zmm0, zmm24, zmmword ptr [rdi]
vpbroadcastq zmm2, qword ptr [r9 + 288]
vpmadd52luq zmm10, zmm2, zmmword ptr [rdi]
vpaddq zmm13, zmm13, zmm7
vpmadd52luq zmm12, zmm15, zmmword ptr [rdi]
vpbroadcastq zmm27, qword ptr [r9 + 96]
vpmadd52huq zmm0, zmm9, zmmword ptr [rdi]
vpmadd52huq zmm10, zmm5, zmmword ptr [rdi]
vpmadd52luq zmm0, zmm2, zmmword ptr [rdi + 64]
vpbroadcastq zmm25, qword ptr [r9 + 32]
vpmadd52huq zmm12, zmm29, zmmword ptr [rdi]
vpmadd52luq zmm10, zmm15, zmmword ptr [rdi + 64]
valignq zmm4, zmm11, zmm8, 5
vpmadd52huq zmm0, zmm5, zmmword ptr [rdi + 64]
vpaddq zmm16, zmm16, zmm4
vpmadd52luq zmm12, zmm6, zmmword ptr [rdi + 64]
vpmadd52huq zmm10, zmm29, zmmword ptr [rdi + 64]
vpmadd52luq zmm0, zmm15, zmmword ptr [rdi + 128]
vpmadd52huq zmm12, zmm26, zmmword ptr [rdi + 64]
vpmadd52luq zmm10, zmm6, zmmword ptr [rdi + 128]
vpmadd52huq zmm0, zmm29, zmmword ptr [rdi + 128]
valignq zmm14, zmm19, zmm11, 5
vpmadd52luq zmm0, zmm6, zmmword ptr [rdi + 192]
vpmadd52huq zmm10, zmm26, zmmword ptr [rdi + 128]
vpmadd52luq zmm12, zmm27, zmmword ptr [rdi + 128]
vpaddq zmm1, zmm1, zmm14
vpmadd52huq zmm0, zmm26, zmmword ptr [rdi + 192]
vpmadd52luq zmm10, zmm27, zmmword ptr [rdi + 192]
vpmadd52huq zmm12, zmm22, zmmword ptr [rdi + 128]
vpmadd52luq zmm0, zmm27, zmmword ptr [rdi + 256]
vpmadd52huq zmm10, zmm22, zmmword ptr [rdi + 192]
valignq zmm21, zmm30, zmm19, 5
vpmadd52huq zmm0, zmm22, zmmword ptr [rdi + 256]
vpmadd52luq zmm12, zmm25, zmmword ptr [rdi + 192]
vpaddq zmm3, zmm3, zmm21
vpmadd52luq zmm10, zmm25, zmmword ptr [rdi + 256]
vpmadd52luq zmm0, zmm25, zmmword ptr [rdi + 320]
vpmadd52huq zmm12, zmm23, zmmword ptr [rdi + 192]
vpmadd52huq zmm10, zmm23, zmmword ptr [rdi + 256]
vpmadd52huq zmm0, zmm23, zmmword ptr [rdi + 320]
vpbroadcastq zmm17, qword ptr [r9 + 232]
vpxorq zmm20, zmm20, zmm20
vpxorq zmm18, zmm18, zmm18
vpxorq zmm7, zmm7, zmm7
vpbroadcastq zmm9, qword ptr [r9 + 168]
valignq zmm8, zmm12, zmm30, 4
vpbroadcastq zmm5, qword ptr [r9 + 360]
vpmadd52luq zmm20, zmm5, zmmword ptr [rdi]
vpbroadcastq zmm4, qword ptr [r9 + 296]
vpmadd52luq zmm18, zmm4, zmmword ptr [rdi]
vpaddq zmm13, zmm13, zmm8
vpmadd52luq zmm7, zmm17, zmmword ptr [rdi]
vpbroadcastq zmm29, qword ptr [r9 + 104]
vpmadd52huq zmm20, zmm24, zmmword ptr [rdi]
vpmadd52huq zmm18, zmm2, zmmword ptr [rdi]
vpmadd52luq zmm20, zmm4, zmmword ptr [rdi + 64]
vpbroadcastq zmm11, qword ptr [r9 + 40]
vpmadd52huq zmm7, zmm15, zmmword ptr [rdi]
vpmadd52luq zmm18, zmm17, zmmword ptr [rdi + 64]
valignq zmm14, zmm10, zmm12, 4
vpmadd52huq zmm20, zmm2, zmmword ptr [rdi + 64]
vpaddq zmm16, zmm16, zmm14
vpmadd52luq zmm7, zmm9, zmmword ptr [rdi + 64]
vpmadd52huq zmm18, zmm15, zmmword ptr [rdi + 64]
vpmadd52luq zmm20, zmm17, zmmword ptr [rdi + 128]
vpmadd52huq zmm7, zmm6, zmmword ptr [rdi + 64]
vpmadd52luq zmm18, zmm9, zmmword ptr [rdi + 128]
vpmadd52huq zmm20, zmm15, zmmword ptr [rdi + 128]
valignq zmm26, zmm0, zmm10, 4
vpmadd52luq zmm20, zmm9, zmmword ptr [rdi + 192]
vpmadd52huq zmm18, zmm6, zmmword ptr [rdi + 128]
vpmadd52luq zmm7, zmm29, zmmword ptr [rdi + 128]
vpaddq zmm1, zmm1, zmm26
vpmadd52huq zmm20, zmm6, zmmword ptr [rdi + 192]
vpmadd52luq zmm18, zmm29, zmmword ptr [rdi + 192]
vpmadd52huq zmm7, zmm27, zmmword ptr [rdi + 128]
vpmadd52luq zmm20, zmm29, zmmword ptr [rdi + 256]
vpmadd52huq zmm18, zmm27, zmmword ptr [rdi + 192]
valignq zmm19, zmm30, zmm0, 4
vpmadd52huq zmm20, zmm27, zmmword ptr [rdi + 256]
vpmadd52luq zmm7, zmm11, zmmword ptr [rdi + 192]
vpaddq zmm3, zmm3, zmm19
vpmadd52luq zmm18, zmm11, zmmword ptr [rdi + 256]
vpmadd52luq zmm20, zmm11, zmmword ptr [rdi + 320]
vpmadd52huq zmm7, zmm25, zmmword ptr [rdi + 192]
vpmadd52huq zmm18, zmm25, zmmword ptr [rdi + 256]
vpmadd52huq zmm20, zmm25, zmmword ptr [rdi + 320]
vpbroadcastq zmm22, qword ptr [r9 + 240]
vpxorq zmm21, zmm21, zmm21
vpxorq zmm23, zmm23, zmm23
vpxorq zmm8, zmm8, zmm8
vpbroadcastq zmm24, qword ptr [r9 + 176]
valignq zmm12, zmm7, zmm30, 3
vpbroadcastq zmm2, qword ptr [r9 + 368]
vpmadd52luq zmm21, zmm2, zmmword ptr [rdi]
vpbroadcastq zmm14, qword ptr [r9 + 304]
vpmadd52luq zmm23, zmm14, zmmword ptr [rdi]
vpaddq zmm13, zmm13, zmm12
vpmadd52luq zmm8, zmm22, zmmword ptr [rdi]
vpbroadcastq zmm15, qword ptr [r9 + 112]
vpmadd52huq zmm21, zmm5, zmmword ptr [rdi]
vpmadd52huq zmm23, zmm4, zmmword ptr [rdi]
vpmadd52luq zmm21, zmm14, zmmword ptr [rdi + 64]
vpbroadcastq zmm10, qword ptr [r9 + 48]
vpmadd52huq zmm8, zmm17, zmmword ptr [rdi]
vpmadd52luq zmm23, zmm22, zmmword ptr [rdi + 64]
valignq zmm26, zmm18, zmm7, 3
vpmadd52huq zmm21, zmm4, zmmword ptr [rdi + 64]
vpaddq zmm16, zmm16, zmm26
vpmadd52luq zmm8, zmm24, zmmword ptr [rdi + 64]
vpmadd52huq zmm23, zmm17, zmmword ptr [rdi + 64]
vpmadd52luq zmm21, zmm22, zmmword ptr [rdi + 128]
vpmadd52huq zmm8, zmm9, zmmword ptr [rdi + 64]
vpmadd52luq zmm23, zmm24, zmmword ptr [rdi + 128]
vpmadd52huq zmm21, zmm17, zmmword ptr [rdi + 128]
valignq zmm6, zmm20, zmm18, 3
vpmadd52luq zmm21, zmm24, zmmword ptr [rdi + 192]
vpmadd52huq zmm23, zmm9, zmmword ptr [rdi + 128]
vpmadd52luq zmm8, zmm15, zmmword ptr [rdi + 128]
vpaddq zmm1, zmm1, zmm6
vpmadd52huq zmm21, zmm9, zmmword ptr [rdi + 192]
vpmadd52luq zmm23, zmm15, zmmword ptr [rdi + 192]
vpmadd52huq zmm8, zmm29, zmmword ptr [rdi + 128]
vpmadd52luq zmm21, zmm15, zmmword ptr [rdi + 256]
vpmadd52huq zmm23, zmm29, zmmword ptr [rdi + 192]
valignq zmm0, zmm30, zmm20, 3
vpmadd52huq zmm21, zmm29, zmmword ptr [rdi + 256]
vpmadd52luq zmm8, zmm10, zmmword ptr [rdi + 192]
vpaddq zmm3, zmm3, zmm0
vpmadd52luq zmm23, zmm10, zmmword ptr [rdi + 256]
vpmadd52luq zmm21, zmm10, zmmword ptr [rdi + 320]
vpmadd52huq zmm8, zmm11, zmmword ptr [rdi + 192]
vpmadd52huq zmm23, zmm11, zmmword ptr [rdi + 256]
vpmadd52huq zmm21, zmm11, zmmword ptr [rdi + 320]
vpbroadcastq zmm27, qword ptr [r9 + 248]
vpxorq zmm19, zmm19, zmm19
vpxorq zmm25, zmm25, zmm25
vpxorq zmm12, zmm12, zmm12
vpbroadcastq zmm5, qword ptr [r9 + 184]
valignq zmm7, zmm8, zmm30, 2
vpbroadcastq zmm4, qword ptr [r9 + 376]
vpmadd52luq zmm19, zmm4, zmmword ptr [rdi]
vpbroadcastq zmm26, qword ptr [r9 + 312]
vpmadd52luq zmm25, zmm26, zmmword ptr [rdi]
vpaddq zmm13, zmm13, zmm7
vpmadd52luq zmm12, zmm27, zmmword ptr [rdi]
vpbroadcastq zmm17, qword ptr [r9 + 120]
vpmadd52huq zmm19, zmm2, zmmword ptr [rdi]
vpmadd52huq zmm25, zmm14, zmmword ptr [rdi]
vpmadd52luq zmm19, zmm26, zmmword ptr [rdi + 64]
vpbroadcastq zmm18, qword ptr [r9 + 56]
vpmadd52huq zmm12, zmm22, zmmword ptr [rdi]
vpmadd52luq zmm25, zmm27, zmmword ptr [rdi + 64]
valignq zmm6, zmm23, zmm8, 2
vpmadd52huq zmm19, zmm14, zmmword ptr [rdi + 64]
vpaddq zmm16, zmm16, zmm6
vpmadd52luq zmm12, zmm5, zmmword ptr [rdi + 64]
vpmadd52huq zmm25, zmm22, zmmword ptr [rdi + 64]
vpmadd52luq zmm19, zmm27, zmmword ptr [rdi + 128]
vpmadd52huq zmm12, zmm24, zmmword ptr [rdi + 64]
vpmadd52luq zmm25, zmm5, zmmword ptr [rdi + 128]
vpmadd52huq zmm19, zmm22, zmmword ptr [rdi + 128]
valignq zmm9, zmm21, zmm23, 2
vpmadd52luq zmm19, zmm5, zmmword ptr [rdi + 192]
vpmadd52huq zmm25, zmm24, zmmword ptr [rdi + 128]
vpmadd52luq zmm12, zmm17, zmmword ptr [rdi + 128]
vpaddq zmm1, zmm1, zmm9
vpmadd52huq zmm19, zmm24, zmmword ptr [rdi + 192]
vpmadd52luq zmm25, zmm17, zmmword ptr [rdi + 192]
vpmadd52huq zmm12, zmm15, zmmword ptr [rdi + 128]
vpmadd52luq zmm19, zmm17, zmmword ptr [rdi + 256]
vpmadd52huq zmm25, zmm15, zmmword ptr [rdi + 192]
valignq zmm20, zmm30, zmm21, 2
vpmadd52huq zmm19, zmm15, zmmword ptr [rdi + 256]
vpmadd52luq zmm12, zmm18, zmmword ptr [rdi + 192]
vpaddq zmm3, zmm3, zmm20
vpmadd52luq zmm25, zmm18, zmmword ptr [rdi + 256]
vpmadd52luq zmm19, zmm18, zmmword ptr [rdi + 320]
vpmadd52huq zmm12, zmm10, zmmword ptr [rdi + 192]
vpmadd52huq zmm25, zmm10, zmmword ptr [rdi + 256]
vpmadd52huq zmm19, zmm10, zmmword ptr [rdi + 320]
vpxorq zmm29, zmm29, zmm29
vpxorq zmm0, zmm0, zmm0
vpxorq zmm11, zmm11, zmm11
valignq zmm7, zmm12, zmm30, 1
vpaddq zmm13, zmm13, zmm7
vpmadd52huq zmm29, zmm4, zmmword ptr [rdi]
vpmadd52huq zmm0, zmm26, zmmword ptr [rdi]
vpmadd52huq zmm11, zmm27, zmmword ptr [rdi]
valignq zmm2, zmm25, zmm12, 1
vpmadd52huq zmm29, zmm26, zmmword ptr [rdi + 64]
vpaddq zmm16, zmm16, zmm2
vpmadd52huq zmm0, zmm27, zmmword ptr [rdi + 64]
vpmadd52huq zmm11, zmm5, zmmword ptr [rdi + 64]
vpmadd52huq zmm29, zmm27, zmmword ptr [rdi + 128]
valignq zmm8, zmm19, zmm25, 1
vpmadd52huq zmm0, zmm5, zmmword ptr [rdi + 128]
vpaddq zmm1, zmm1, zmm8
vpmadd52huq zmm29, zmm5, zmmword ptr [rdi + 192]
vpmadd52huq zmm11, zmm17, zmmword ptr [rdi + 128]
vpmadd52huq zmm0, zmm17, zmmword ptr [rdi + 192]
vpmadd52huq zmm29, zmm17, zmmword ptr [rdi + 256]
valignq zmm14, zmm30, zmm19, 1
vpaddq zmm3, zmm3, zmm14
vpmadd52huq zmm11, zmm18, zmmword ptr [rdi + 192]
vpmadd52huq zmm0, zmm18, zmmword ptr [rdi + 256]
vpmadd52huq zmm29, zmm18, zmmword ptr [rdi + 320]
vpaddq zmm16, zmm16, zmm11
vpaddq zmm1, zmm1, zmm0
vpaddq zmm3, zmm3, zmm29
vpbroadcastq zmm6, qword ptr [r9]
vpxorq zmm22, zmm22, zmm22
vpxorq zmm23, zmm23, zmm23
vpbroadcastq zmm9, qword ptr [r9 + 64]
vpxorq zmm24, zmm24, zmm24
vpbroadcastq zmm21, qword ptr [r9 + 128]
vpmadd52luq zmm22, zmm21, zmmword ptr [rdi]
vpmadd52luq zmm23, zmm9, zmmword ptr [rdi]
vpmadd52luq zmm22, zmm9, zmmword ptr [rdi + 64]
vpmadd52luq zmm24, zmm6, zmmword ptr [rdi]
vpmadd52luq zmm23, zmm6, zmmword ptr [rdi + 64]
vpmadd52luq zmm22, zmm6, zmmword ptr [rdi + 128]
vpbroadcastq zmm15, qword ptr [r9 + 8]
vpxorq zmm20, zmm20, zmm20
vpxorq zmm10, zmm10, zmm10
vpxorq zmm7, zmm7, zmm7
vpbroadcastq zmm4, qword ptr [r9 + 136]
vpmadd52luq zmm20, zmm4, zmmword ptr [rdi]
vpbroadcastq zmm12, qword ptr [r9 + 72]
vpmadd52luq zmm10, zmm12, zmmword ptr [rdi]
vpmadd52huq zmm20, zmm21, zmmword ptr [rdi]
vpmadd52luq zmm7, zmm15, zmmword ptr [rdi]
vpmadd52huq zmm10, zmm9, zmmword ptr [rdi]
vpmadd52luq zmm20, zmm12, zmmword ptr [rdi + 64]
vpmadd52huq zmm20, zmm9, zmmword ptr [rdi + 64]
vpmadd52luq zmm10, zmm15, zmmword ptr [rdi + 64]
vpmadd52luq zmm20, zmm15, zmmword ptr [rdi + 128]
vpmadd52huq zmm7, zmm6, zmmword ptr [rdi]
vpmadd52huq zmm10, zmm6, zmmword ptr [rdi + 64]
vpmadd52huq zmm20, zmm6, zmmword ptr [rdi + 128]
vpbroadcastq zmm26, qword ptr [r9 + 16]
vpxorq zmm2, zmm2, zmm2
vpxorq zmm27, zmm27, zmm27
valignq zmm25, zmm7, zmm30, 7
vpaddq zmm24, zmm24, zmm25
vpxorq zmm8, zmm8, zmm8
vpbroadcastq zmm5, qword ptr [r9 + 144]
vpmadd52luq zmm2, zmm5, zmmword ptr [rdi]
vpbroadcastq zmm17, qword ptr [r9 + 80]
vpmadd52luq zmm27, zmm17, zmmword ptr [rdi]
valignq zmm19, zmm10, zmm7, 7
vpmadd52huq zmm2, zmm4, zmmword ptr [rdi]
vpaddq zmm23, zmm23, zmm19
vpmadd52luq zmm8, zmm26, zmmword ptr [rdi]
vpmadd52huq zmm27, zmm12, zmmword ptr [rdi]
vpmadd52luq zmm2, zmm17, zmmword ptr [rdi + 64]
valignq zmm14, zmm20, zmm10, 7
vpaddq zmm22, zmm22, zmm14
vpmadd52huq zmm2, zmm12, zmmword ptr [rdi + 64]
vpmadd52luq zmm27, zmm26, zmmword ptr [rdi + 64]
vpmadd52luq zmm2, zmm26, zmmword ptr [rdi + 128]
valignq zmm18, zmm30, zmm20, 7
vpmadd52huq zmm8, zmm15, zmmword ptr [rdi]
vpaddq zmm13, zmm13, zmm18
vpmadd52huq zmm27, zmm15, zmmword ptr [rdi + 64]
vpmadd52huq zmm2, zmm15, zmmword ptr [rdi + 128]
vpbroadcastq zmm11, qword ptr [r9 + 24]
vpxorq zmm0, zmm0, zmm0
vpxorq zmm29, zmm29, zmm29
valignq zmm21, zmm8, zmm30, 6
vpaddq zmm24, zmm24, zmm21
vpxorq zmm9, zmm9, zmm9
vpbroadcastq zmm6, qword ptr [r9 + 152]
vpmadd52luq zmm0, zmm6, zmmword ptr [rdi]
vpbroadcastq zmm25, qword ptr [r9 + 88]
vpmadd52luq zmm29, zmm25, zmmword ptr [rdi]
valignq zmm7, zmm27, zmm8, 6
vpmadd52huq zmm0, zmm5, zmmword ptr [rdi]
vpaddq zmm23, zmm23, zmm7
vpmadd52luq zmm9, zmm11, zmmword ptr [rdi]
vpmadd52huq zmm29, zmm17, zmmword ptr [rdi]
vpmadd52luq zmm0, zmm25, zmmword ptr [rdi + 64]
valignq zmm4, zmm2, zmm27, 6
vpaddq zmm22, zmm22, zmm4
vpmadd52huq zmm0, zmm17, zmmword ptr [rdi + 64]
vpmadd52luq zmm29, zmm11, zmmword ptr [rdi + 64]
vpmadd52luq zmm0, zmm11, zmmword ptr [rdi + 128]
valignq zmm19, zmm30, zmm2, 6
vpmadd52huq zmm9, zmm26, zmmword ptr [rdi]
vpaddq zmm13, zmm13, zmm19
vpmadd52huq zmm29, zmm26, zmmword ptr [rdi + 64]
vpmadd52huq zmm0, zmm26, zmmword ptr [rdi + 128]
vpbroadcastq zmm10, qword ptr [r9 + 32]
vpxorq zmm14, zmm14, zmm14
vpxorq zmm12, zmm12, zmm12
valignq zmm20, zmm9, zmm30, 5
vpaddq zmm24, zmm24, zmm20
vpxorq zmm18, zmm18, zmm18
vpbroadcastq zmm15, qword ptr [r9 + 160]
vpmadd52luq zmm14, zmm15, zmmword ptr [rdi]
vpbroadcastq zmm21, qword ptr [r9 + 96]
vpmadd52luq zmm12, zmm21, zmmword ptr [rdi]
valignq zmm8, zmm29, zmm9, 5
vpmadd52huq zmm14, zmm6, zmmword ptr [rdi]
vpaddq zmm23, zmm23, zmm8
vpmadd52luq zmm18, zmm10, zmmword ptr [rdi]
vpmadd52huq zmm12, zmm25, zmmword ptr [rdi]
vpmadd52luq zmm14, zmm21, zmmword ptr [rdi + 64]
valignq zmm5, zmm0, zmm29, 5
vpaddq zmm22, zmm22, zmm5
vpmadd52huq zmm14, zmm25, zmmword ptr [rdi + 64]
vpmadd52luq zmm12, zmm10, zmmword ptr [rdi + 64]
vpmadd52luq zmm14, zmm10, zmmword ptr [rdi + 128]
valignq zmm7, zmm30, zmm0, 5
vpmadd52huq zmm18, zmm11, zmmword ptr [rdi]
vpaddq zmm13, zmm13, zmm7
vpmadd52huq zmm12, zmm11, zmmword ptr [rdi + 64]
vpmadd52huq zmm14, zmm11, zmmword ptr [rdi + 128]
vpbroadcastq zmm27, qword ptr [r9 + 40]
vpxorq zmm4, zmm4, zmm4
vpxorq zmm17, zmm17, zmm17
valignq zmm2, zmm18, zmm30, 4
vpaddq zmm24, zmm24, zmm2
vpxorq zmm19, zmm19, zmm19
vpbroadcastq zmm26, qword ptr [r9 + 168]
vpmadd52luq zmm4, zmm26, zmmword ptr [rdi]
vpbroadcastq zmm20, qword ptr [r9 + 104]
vpmadd52luq zmm17, zmm20, zmmword ptr [rdi]
valignq zmm9, zmm12, zmm18, 4
vpmadd52huq zmm4, zmm15, zmmword ptr [rdi]
vpaddq zmm23, zmm23, zmm9
vpmadd52luq zmm19, zmm27, zmmword ptr [rdi]
vpmadd52huq zmm17, zmm21, zmmword ptr [rdi]
vpmadd52luq zmm4, zmm20, zmmword ptr [rdi + 64]
valignq zmm6, zmm14, zmm12, 4
vpaddq zmm22, zmm22, zmm6
vpmadd52huq zmm4, zmm21, zmmword ptr [rdi + 64]
vpmadd52luq zmm17, zmm27, zmmword ptr [rdi + 64]
vpmadd52luq zmm4, zmm27, zmmword ptr [rdi + 128]
valignq zmm8, zmm30, zmm14, 4
vpmadd52huq zmm19, zmm10, zmmword ptr [rdi]
vpaddq zmm13, zmm13, zmm8
vpmadd52huq zmm17, zmm10, zmmword ptr [rdi + 64]
vpmadd52huq zmm4, zmm10, zmmword ptr [rdi + 128]
vpbroadcastq zmm29, qword ptr [r9 + 48]
vpxorq zmm5, zmm5, zmm5
vpxorq zmm25, zmm25, zmm25
valignq zmm0, zmm19, zmm30, 3
vpaddq zmm24, zmm24, zmm0
vpxorq zmm7, zmm7, zmm7
vpbroadcastq zmm11, qword ptr [r9 + 176]
vpmadd52luq zmm5, zmm11, zmmword ptr [rdi]
vpbroadcastq zmm2, qword ptr [r9 + 112]
vpmadd52luq zmm25, zmm2, zmmword ptr [rdi]
valignq zmm18, zmm17, zmm19, 3
vpmadd52huq zmm5, zmm26, zmmword ptr [rdi]
vpaddq zmm23, zmm23, zmm18
vpmadd52luq zmm7, zmm29, zmmword ptr [rdi]
vpmadd52huq zmm25, zmm20, zmmword ptr [rdi]
vpmadd52luq zmm5, zmm2, zmmword ptr [rdi + 64]
valignq zmm15, zmm4, zmm17, 3
vpaddq zmm22, zmm22, zmm15
vpmadd52huq zmm5, zmm20, zmmword ptr [rdi + 64]
vpmadd52luq zmm25, zmm29, zmmword ptr [rdi + 64]
vpmadd52luq zmm5, zmm29, zmmword ptr [rdi + 128]
valignq zmm9, zmm30, zmm4, 3
vpmadd52huq zmm7, zmm27, zmmword ptr [rdi]
vpaddq zmm13, zmm13, zmm9
vpmadd52huq zmm25, zmm27, zmmword ptr [rdi + 64]
vpmadd52huq zmm5, zmm27, zmmword ptr [rdi + 128]
vpbroadcastq zmm12, qword ptr [r9 + 56]
vpxorq zmm6, zmm6, zmm6
vpxorq zmm21, zmm21, zmm21
valignq zmm14, zmm7, zmm30, 2
vpaddq zmm24, zmm24, zmm14
vpxorq zmm8, zmm8, zmm8
vpbroadcastq zmm10, qword ptr [r9 + 184]
vpmadd52luq zmm6, zmm10, zmmword ptr [rdi]
vpbroadcastq zmm0, qword ptr [r9 + 120]
vpmadd52luq zmm21, zmm0, zmmword ptr [rdi]
valignq zmm19, zmm25, zmm7, 2
vpmadd52huq zmm6, zmm11, zmmword ptr [rdi]
vpaddq zmm23, zmm23, zmm19
vpmadd52luq zmm8, zmm12, zmmword ptr [rdi]
vpmadd52huq zmm21, zmm2, zmmword ptr [rdi]
vpmadd52luq zmm6, zmm0, zmmword ptr [rdi + 64]
valignq zmm26, zmm5, zmm25, 2
vpaddq zmm22, zmm22, zmm26
vpmadd52huq zmm6, zmm2, zmmword ptr [rdi + 64]
vpmadd52luq zmm21, zmm12, zmmword ptr [rdi + 64]
vpmadd52luq zmm6, zmm12, zmmword ptr [rdi + 128]
valignq zmm18, zmm30, zmm5, 2
vpmadd52huq zmm8, zmm29, zmmword ptr [rdi]
vpaddq zmm13, zmm13, zmm18
vpmadd52huq zmm21, zmm29, zmmword ptr [rdi + 64]
vpmadd52huq zmm6, zmm29, zmmword ptr [rdi + 128]
valignq zmm17, zmm8, zmm30, 1
vpxorq zmm15, zmm15, zmm15
vpaddq zmm24, zmm24, zmm17
vpxorq zmm20, zmm20, zmm20
vpxorq zmm4, zmm4, zmm4
valignq zmm9, zmm21, zmm8, 1
vpmadd52huq zmm15, zmm10, zmmword ptr [rdi]
vpaddq zmm23, zmm23, zmm9
vpmadd52huq zmm20, zmm0, zmmword ptr [rdi]
valignq zmm27, zmm6, zmm21, 1
vpaddq zmm22, zmm22, zmm27
vpmadd52huq zmm15, zmm0, zmmword ptr [rdi + 64]
vpmadd52huq zmm4, zmm12, zmmword ptr [rdi]
valignq zmm14, zmm30, zmm6, 1
vpmadd52huq zmm20, zmm12, zmmword ptr [rdi + 64]
vpaddq zmm13, zmm13, zmm14
vpmadd52huq zmm15, zmm12, zmmword ptr [rdi + 128]
vpaddq zmm23, zmm23, zmm4
vpaddq zmm22, zmm22, zmm20
vpaddq zmm13, zmm13, zmm15
kortestb k0, k0
jne 7f
vpbroadcastq zmm7, qword ptr [rsi + 32]
vmovdqa64 zmm11, zmmword ptr [rdx - 15616]
vpxorq zmm19, zmm19, zmm19
vpmadd52luq zmm19, zmm7, zmm11
vpxorq zmm25, zmm25, zmm25
vpmadd52huq zmm25, zmm7, zmm11
vmovdqa64 zmm26, zmmword ptr [rdx - 15552]
vpxorq zmm2, zmm2, zmm2
vpmadd52luq zmm2, zmm7, zmm26
vpxorq zmm5, zmm5, zmm5
vpmadd52huq zmm5, zmm7, zmm26
vmovdqa64 zmm18, zmmword ptr [rdx - 15488]
vpxorq zmm29, zmm29, zmm29
vpmadd52luq zmm29, zmm7, zmm18
vpxorq zmm17, zmm17, zmm17
vpmadd52huq zmm17, zmm7, zmm18
vmovdqa64 zmm8, zmmword ptr [rdx - 15424]
vpxorq zmm10, zmm10, zmm10
vpmadd52luq zmm10, zmm7, zmm8
vpxorq zmm9, zmm9, zmm9
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm21, zmmword ptr [rdx - 15360]
vpxorq zmm27, zmm27, zmm27
vpmadd52luq zmm27, zmm7, zmm21
vpxorq zmm0, zmm0, zmm0
vpmadd52huq zmm0, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 15296]
vpxorq zmm14, zmm14, zmm14
vpmadd52luq zmm14, zmm7, zmm6
vpxorq zmm12, zmm12, zmm12
vpmadd52huq zmm12, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 15232]
vpxorq zmm20, zmm20, zmm20
vpmadd52luq zmm20, zmm7, zmm4
vpxorq zmm15, zmm15, zmm15
vpmadd52huq zmm15, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 15168]
vpxorq zmm26, zmm26, zmm26
vpmadd52luq zmm26, zmm7, zmm11
vpxorq zmm18, zmm18, zmm18
vpmadd52huq zmm18, zmm7, zmm11
vpbroadcastq zmm8, qword ptr [rsi + 40]
vmovdqa64 zmm21, zmmword ptr [rdx - 15104]
vpmadd52luq zmm19, zmm8, zmm21
vpmadd52huq zmm25, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 15040]
vpmadd52luq zmm2, zmm8, zmm6
vpmadd52huq zmm5, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 14976]
vpmadd52luq zmm29, zmm8, zmm4
vpmadd52huq zmm17, zmm8, zmm4
vmovdqa64 zmm7, zmmword ptr [rdx - 14912]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm11, zmmword ptr [rdx - 14848]
vpmadd52luq zmm27, zmm8, zmm11
vpmadd52huq zmm0, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 14784]
vpmadd52luq zmm14, zmm8, zmm21
vpmadd52huq zmm12, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 14720]
vpmadd52luq zmm20, zmm8, zmm6
vpmadd52huq zmm15, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 14656]
vpmadd52luq zmm26, zmm8, zmm4
vpmadd52huq zmm18, zmm8, zmm4
vpbroadcastq zmm7, qword ptr [rsi + 48]
vmovdqa64 zmm11, zmmword ptr [rdx - 14592]
vpmadd52luq zmm19, zmm7, zmm11
vpmadd52huq zmm25, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 14528]
vpmadd52luq zmm2, zmm7, zmm21
vpmadd52huq zmm5, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 14464]
vpmadd52luq zmm29, zmm7, zmm6
vpmadd52huq zmm17, zmm7, zmm6
vmovdqa64 zmm8, zmmword ptr [rdx - 14400]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm4, zmmword ptr [rdx - 14336]
vpmadd52luq zmm27, zmm7, zmm4
vpmadd52huq zmm0, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 14272]
vpmadd52luq zmm14, zmm7, zmm11
vpmadd52huq zmm12, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 14208]
vpmadd52luq zmm20, zmm7, zmm21
vpmadd52huq zmm15, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 14144]
vpmadd52luq zmm26, zmm7, zmm6
vpmadd52huq zmm18, zmm7, zmm6
vpbroadcastq zmm8, qword ptr [rsi + 56]
vmovdqa64 zmm4, zmmword ptr [rdx - 14080]
vpmadd52luq zmm19, zmm8, zmm4
vpmadd52huq zmm25, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 14016]
vpmadd52luq zmm2, zmm8, zmm11
vpmadd52huq zmm5, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 13952]
vpmadd52luq zmm29, zmm8, zmm21
vpmadd52huq zmm17, zmm8, zmm21
vmovdqa64 zmm7, zmmword ptr [rdx - 13888]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm6, zmmword ptr [rdx - 13824]
vpmadd52luq zmm27, zmm8, zmm6
vpmadd52huq zmm0, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 13760]
vpmadd52luq zmm14, zmm8, zmm4
vpmadd52huq zmm12, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 13696]
vpmadd52luq zmm20, zmm8, zmm11
vpmadd52huq zmm15, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 13632]
vpmadd52luq zmm26, zmm8, zmm21
vpmadd52huq zmm18, zmm8, zmm21
vpbroadcastq zmm7, qword ptr [rsi + 64]
vmovdqa64 zmm6, zmmword ptr [rdx - 13568]
vpmadd52luq zmm19, zmm7, zmm6
vpmadd52huq zmm25, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 13504]
vpmadd52luq zmm2, zmm7, zmm4
vpmadd52huq zmm5, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 13440]
vpmadd52luq zmm29, zmm7, zmm11
vpmadd52huq zmm17, zmm7, zmm11
vmovdqa64 zmm8, zmmword ptr [rdx - 13376]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm21, zmmword ptr [rdx - 13312]
vpmadd52luq zmm27, zmm7, zmm21
vpmadd52huq zmm0, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 13248]
vpmadd52luq zmm14, zmm7, zmm6
vpmadd52huq zmm12, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 13184]
vpmadd52luq zmm20, zmm7, zmm4
vpmadd52huq zmm15, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 13120]
vpmadd52luq zmm26, zmm7, zmm11
vpmadd52huq zmm18, zmm7, zmm11
vpbroadcastq zmm8, qword ptr [rsi + 72]
vmovdqa64 zmm21, zmmword ptr [rdx - 13056]
vpmadd52luq zmm19, zmm8, zmm21
vpmadd52huq zmm25, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 12992]
vpmadd52luq zmm2, zmm8, zmm6
vpmadd52huq zmm5, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 12928]
vpmadd52luq zmm29, zmm8, zmm4
vpmadd52huq zmm17, zmm8, zmm4
vmovdqa64 zmm7, zmmword ptr [rdx - 12864]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm11, zmmword ptr [rdx - 12800]
vpmadd52luq zmm27, zmm8, zmm11
vpmadd52huq zmm0, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 12736]
vpmadd52luq zmm14, zmm8, zmm21
vpmadd52huq zmm12, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 12672]
vpmadd52luq zmm20, zmm8, zmm6
vpmadd52huq zmm15, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 12608]
vpmadd52luq zmm26, zmm8, zmm4
vpmadd52huq zmm18, zmm8, zmm4
vpbroadcastq zmm7, qword ptr [rsi + 80]
vmovdqa64 zmm11, zmmword ptr [rdx - 12544]
vpmadd52luq zmm19, zmm7, zmm11
vpmadd52huq zmm25, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 12480]
vpmadd52luq zmm2, zmm7, zmm21
vpmadd52huq zmm5, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 12416]
vpmadd52luq zmm29, zmm7, zmm6
vpmadd52huq zmm17, zmm7, zmm6
vmovdqa64 zmm8, zmmword ptr [rdx - 12352]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm4, zmmword ptr [rdx - 12288]
vpmadd52luq zmm27, zmm7, zmm4
vpmadd52huq zmm0, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 12224]
vpmadd52luq zmm14, zmm7, zmm11
vpmadd52huq zmm12, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 12160]
vpmadd52luq zmm20, zmm7, zmm21
vpmadd52huq zmm15, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 12096]
vpmadd52luq zmm26, zmm7, zmm6
vpmadd52huq zmm18, zmm7, zmm6
vpbroadcastq zmm8, qword ptr [rsi + 88]
vmovdqa64 zmm4, zmmword ptr [rdx - 12032]
vpmadd52luq zmm19, zmm8, zmm4
vpmadd52huq zmm25, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 11968]
vpmadd52luq zmm2, zmm8, zmm11
vpmadd52huq zmm5, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 11904]
vpmadd52luq zmm29, zmm8, zmm21
vpmadd52huq zmm17, zmm8, zmm21
vmovdqa64 zmm7, zmmword ptr [rdx - 11840]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm6, zmmword ptr [rdx - 11776]
vpmadd52luq zmm27, zmm8, zmm6
vpmadd52huq zmm0, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 11712]
vpmadd52luq zmm14, zmm8, zmm4
vpmadd52huq zmm12, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 11648]
vpmadd52luq zmm20, zmm8, zmm11
vpmadd52huq zmm15, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 11584]
vpmadd52luq zmm26, zmm8, zmm21
vpmadd52huq zmm18, zmm8, zmm21
vpbroadcastq zmm7, qword ptr [rsi + 96]
vmovdqa64 zmm6, zmmword ptr [rdx - 11520]
vpmadd52luq zmm19, zmm7, zmm6
vpmadd52huq zmm25, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 11456]
vpmadd52luq zmm2, zmm7, zmm4
vpmadd52huq zmm5, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 11392]
vpmadd52luq zmm29, zmm7, zmm11
vpmadd52huq zmm17, zmm7, zmm11
vmovdqa64 zmm8, zmmword ptr [rdx - 11328]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm21, zmmword ptr [rdx - 11264]
vpmadd52luq zmm27, zmm7, zmm21
vpmadd52huq zmm0, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 11200]
vpmadd52luq zmm14, zmm7, zmm6
vpmadd52huq zmm12, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 11136]
vpmadd52luq zmm20, zmm7, zmm4
vpmadd52huq zmm15, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 11072]
vpmadd52luq zmm26, zmm7, zmm11
vpmadd52huq zmm18, zmm7, zmm11
vpbroadcastq zmm8, qword ptr [rsi + 104]
vmovdqa64 zmm21, zmmword ptr [rdx - 11008]
vpmadd52luq zmm19, zmm8, zmm21
vpmadd52huq zmm25, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 10944]
vpmadd52luq zmm2, zmm8, zmm6
vpmadd52huq zmm5, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 10880]
vpmadd52luq zmm29, zmm8, zmm4
vpmadd52huq zmm17, zmm8, zmm4
vmovdqa64 zmm7, zmmword ptr [rdx - 10816]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm11, zmmword ptr [rdx - 10752]
vpmadd52luq zmm27, zmm8, zmm11
vpmadd52huq zmm0, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 10688]
vpmadd52luq zmm14, zmm8, zmm21
vpmadd52huq zmm12, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 10624]
vpmadd52luq zmm20, zmm8, zmm6
vpmadd52huq zmm15, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 10560]
vpmadd52luq zmm26, zmm8, zmm4
vpmadd52huq zmm18, zmm8, zmm4
vpbroadcastq zmm7, qword ptr [rsi + 112]
vmovdqa64 zmm11, zmmword ptr [rdx - 10496]
vpmadd52luq zmm19, zmm7, zmm11
vpmadd52huq zmm25, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 10432]
vpmadd52luq zmm2, zmm7, zmm21
vpmadd52huq zmm5, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 10368]
vpmadd52luq zmm29, zmm7, zmm6
vpmadd52huq zmm17, zmm7, zmm6
vmovdqa64 zmm8, zmmword ptr [rdx - 10304]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm4, zmmword ptr [rdx - 10240]
vpmadd52luq zmm27, zmm7, zmm4
vpmadd52huq zmm0, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 10176]
vpmadd52luq zmm14, zmm7, zmm11
vpmadd52huq zmm12, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 10112]
vpmadd52luq zmm20, zmm7, zmm21
vpmadd52huq zmm15, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 10048]
vpmadd52luq zmm26, zmm7, zmm6
vpmadd52huq zmm18, zmm7, zmm6
vpbroadcastq zmm8, qword ptr [rsi + 120]
vmovdqa64 zmm4, zmmword ptr [rdx - 9984]
vpmadd52luq zmm19, zmm8, zmm4
vpmadd52huq zmm25, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 9920]
vpmadd52luq zmm2, zmm8, zmm11
vpmadd52huq zmm5, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 9856]
vpmadd52luq zmm29, zmm8, zmm21
vpmadd52huq zmm17, zmm8, zmm21
vmovdqa64 zmm7, zmmword ptr [rdx - 9792]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm6, zmmword ptr [rdx - 9728]
vpmadd52luq zmm27, zmm8, zmm6
vpmadd52huq zmm0, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 9664]
vpmadd52luq zmm14, zmm8, zmm4
vpmadd52huq zmm12, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 9600]
vpmadd52luq zmm20, zmm8, zmm11
vpmadd52huq zmm15, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 9536]
vpmadd52luq zmm26, zmm8, zmm21
vpmadd52huq zmm18, zmm8, zmm21
vpbroadcastq zmm7, qword ptr [rsi + 128]
vmovdqa64 zmm6, zmmword ptr [rdx - 9472]
vpmadd52luq zmm19, zmm7, zmm6
vpmadd52huq zmm25, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 9408]
vpmadd52luq zmm2, zmm7, zmm4
vpmadd52huq zmm5, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 9344]
vpmadd52luq zmm29, zmm7, zmm11
vpmadd52huq zmm17, zmm7, zmm11
vmovdqa64 zmm8, zmmword ptr [rdx - 9280]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm21, zmmword ptr [rdx - 9216]
vpmadd52luq zmm27, zmm7, zmm21
vpmadd52huq zmm0, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 9152]
vpmadd52luq zmm14, zmm7, zmm6
vpmadd52huq zmm12, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 9088]
vpmadd52luq zmm20, zmm7, zmm4
vpmadd52huq zmm15, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 9024]
vpmadd52luq zmm26, zmm7, zmm11
vpmadd52huq zmm18, zmm7, zmm11
vpbroadcastq zmm8, qword ptr [rsi + 136]
vmovdqa64 zmm21, zmmword ptr [rdx - 8960]
vpmadd52luq zmm19, zmm8, zmm21
vpmadd52huq zmm25, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 8896]
vpmadd52luq zmm2, zmm8, zmm6
vpmadd52huq zmm5, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 8832]
vpmadd52luq zmm29, zmm8, zmm4
vpmadd52huq zmm17, zmm8, zmm4
vmovdqa64 zmm7, zmmword ptr [rdx - 8768]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm11, zmmword ptr [rdx - 8704]
vpmadd52luq zmm27, zmm8, zmm11
vpmadd52huq zmm0, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 8640]
vpmadd52luq zmm14, zmm8, zmm21
vpmadd52huq zmm12, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 8576]
vpmadd52luq zmm20, zmm8, zmm6
vpmadd52huq zmm15, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 8512]
vpmadd52luq zmm26, zmm8, zmm4
vpmadd52huq zmm18, zmm8, zmm4
vpbroadcastq zmm7, qword ptr [rsi + 144]
vmovdqa64 zmm11, zmmword ptr [rdx - 8448]
vpmadd52luq zmm19, zmm7, zmm11
vpmadd52huq zmm25, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 8384]
vpmadd52luq zmm2, zmm7, zmm21
vpmadd52huq zmm5, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 8320]
vpmadd52luq zmm29, zmm7, zmm6
vpmadd52huq zmm17, zmm7, zmm6
vmovdqa64 zmm8, zmmword ptr [rdx - 8256]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm4, zmmword ptr [rdx - 8192]
vpmadd52luq zmm27, zmm7, zmm4
vpmadd52huq zmm0, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 8128]
vpmadd52luq zmm14, zmm7, zmm11
vpmadd52huq zmm12, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 8064]
vpmadd52luq zmm20, zmm7, zmm21
vpmadd52huq zmm15, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 8000]
vpmadd52luq zmm26, zmm7, zmm6
vpmadd52huq zmm18, zmm7, zmm6
vpbroadcastq zmm8, qword ptr [rsi + 152]
vmovdqa64 zmm4, zmmword ptr [rdx - 7936]
vpmadd52luq zmm19, zmm8, zmm4
vpmadd52huq zmm25, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 7872]
vpmadd52luq zmm2, zmm8, zmm11
vpmadd52huq zmm5, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 7808]
vpmadd52luq zmm29, zmm8, zmm21
vpmadd52huq zmm17, zmm8, zmm21
vmovdqa64 zmm7, zmmword ptr [rdx - 7744]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm6, zmmword ptr [rdx - 7680]
vpmadd52luq zmm27, zmm8, zmm6
vpmadd52huq zmm0, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 7616]
vpmadd52luq zmm14, zmm8, zmm4
vpmadd52huq zmm12, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 7552]
vpmadd52luq zmm20, zmm8, zmm11
vpmadd52huq zmm15, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 7488]
vpmadd52luq zmm26, zmm8, zmm21
vpmadd52huq zmm18, zmm8, zmm21
vpbroadcastq zmm7, qword ptr [rsi + 160]
vmovdqa64 zmm6, zmmword ptr [rdx - 7424]
vpmadd52luq zmm19, zmm7, zmm6
vpmadd52huq zmm25, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 7360]
vpmadd52luq zmm2, zmm7, zmm4
vpmadd52huq zmm5, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 7296]
vpmadd52luq zmm29, zmm7, zmm11
vpmadd52huq zmm17, zmm7, zmm11
vmovdqa64 zmm8, zmmword ptr [rdx - 7232]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm21, zmmword ptr [rdx - 7168]
vpmadd52luq zmm27, zmm7, zmm21
vpmadd52huq zmm0, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 7104]
vpmadd52luq zmm14, zmm7, zmm6
vpmadd52huq zmm12, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 7040]
vpmadd52luq zmm20, zmm7, zmm4
vpmadd52huq zmm15, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 6976]
vpmadd52luq zmm26, zmm7, zmm11
vpmadd52huq zmm18, zmm7, zmm11
vpbroadcastq zmm8, qword ptr [rsi + 168]
vmovdqa64 zmm21, zmmword ptr [rdx - 6912]
vpmadd52luq zmm19, zmm8, zmm21
vpmadd52huq zmm25, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 6848]
vpmadd52luq zmm2, zmm8, zmm6
vpmadd52huq zmm5, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 6784]
vpmadd52luq zmm29, zmm8, zmm4
vpmadd52huq zmm17, zmm8, zmm4
vmovdqa64 zmm7, zmmword ptr [rdx - 6720]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm11, zmmword ptr [rdx - 6656]
vpmadd52luq zmm27, zmm8, zmm11
vpmadd52huq zmm0, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 6592]
vpmadd52luq zmm14, zmm8, zmm21
vpmadd52huq zmm12, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 6528]
vpmadd52luq zmm20, zmm8, zmm6
vpmadd52huq zmm15, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 6464]
vpmadd52luq zmm26, zmm8, zmm4
vpmadd52huq zmm18, zmm8, zmm4
vpbroadcastq zmm7, qword ptr [rsi + 176]
vmovdqa64 zmm11, zmmword ptr [rdx - 6400]
vpmadd52luq zmm19, zmm7, zmm11
vpmadd52huq zmm25, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 6336]
vpmadd52luq zmm2, zmm7, zmm21
vpmadd52huq zmm5, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 6272]
vpmadd52luq zmm29, zmm7, zmm6
vpmadd52huq zmm17, zmm7, zmm6
vmovdqa64 zmm8, zmmword ptr [rdx - 6208]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm4, zmmword ptr [rdx - 6144]
vpmadd52luq zmm27, zmm7, zmm4
vpmadd52huq zmm0, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 6080]
vpmadd52luq zmm14, zmm7, zmm11
vpmadd52huq zmm12, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 6016]
vpmadd52luq zmm20, zmm7, zmm21
vpmadd52huq zmm15, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 5952]
vpmadd52luq zmm26, zmm7, zmm6
vpmadd52huq zmm18, zmm7, zmm6
vpbroadcastq zmm8, qword ptr [rsi + 184]
vmovdqa64 zmm4, zmmword ptr [rdx - 5888]
vpmadd52luq zmm19, zmm8, zmm4
vpmadd52huq zmm25, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 5824]
vpmadd52luq zmm2, zmm8, zmm11
vpmadd52huq zmm5, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 5760]
vpmadd52luq zmm29, zmm8, zmm21
vpmadd52huq zmm17, zmm8, zmm21
vmovdqa64 zmm7, zmmword ptr [rdx - 5696]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm6, zmmword ptr [rdx - 5632]
vpmadd52luq zmm27, zmm8, zmm6
vpmadd52huq zmm0, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 5568]
vpmadd52luq zmm14, zmm8, zmm4
vpmadd52huq zmm12, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 5504]
vpmadd52luq zmm20, zmm8, zmm11
vpmadd52huq zmm15, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 5440]
vpmadd52luq zmm26, zmm8, zmm21
vpmadd52huq zmm18, zmm8, zmm21
vpbroadcastq zmm7, qword ptr [rsi + 192]
vmovdqa64 zmm6, zmmword ptr [rdx - 5376]
vpmadd52luq zmm19, zmm7, zmm6
vpmadd52huq zmm25, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 5312]
vpmadd52luq zmm2, zmm7, zmm4
vpmadd52huq zmm5, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 5248]
vpmadd52luq zmm29, zmm7, zmm11
vpmadd52huq zmm17, zmm7, zmm11
vmovdqa64 zmm8, zmmword ptr [rdx - 5184]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm21, zmmword ptr [rdx - 5120]
vpmadd52luq zmm27, zmm7, zmm21
vpmadd52huq zmm0, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 5056]
vpmadd52luq zmm14, zmm7, zmm6
vpmadd52huq zmm12, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 4992]
vpmadd52luq zmm20, zmm7, zmm4
vpmadd52huq zmm15, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 4928]
vpmadd52luq zmm26, zmm7, zmm11
vpmadd52huq zmm18, zmm7, zmm11
vpbroadcastq zmm8, qword ptr [rsi + 200]
vmovdqa64 zmm21, zmmword ptr [rdx - 4864]
vpmadd52luq zmm19, zmm8, zmm21
vpmadd52huq zmm25, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 4800]
vpmadd52luq zmm2, zmm8, zmm6
vpmadd52huq zmm5, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 4736]
vpmadd52luq zmm29, zmm8, zmm4
vpmadd52huq zmm17, zmm8, zmm4
vmovdqa64 zmm7, zmmword ptr [rdx - 4672]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm11, zmmword ptr [rdx - 4608]
vpmadd52luq zmm27, zmm8, zmm11
vpmadd52huq zmm0, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 4544]
vpmadd52luq zmm14, zmm8, zmm21
vpmadd52huq zmm12, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 4480]
vpmadd52luq zmm20, zmm8, zmm6
vpmadd52huq zmm15, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 4416]
vpmadd52luq zmm26, zmm8, zmm4
vpmadd52huq zmm18, zmm8, zmm4
vpbroadcastq zmm7, qword ptr [rsi + 208]
vmovdqa64 zmm11, zmmword ptr [rdx - 4352]
vpmadd52luq zmm19, zmm7, zmm11
vpmadd52huq zmm25, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 4288]
vpmadd52luq zmm2, zmm7, zmm21
vpmadd52huq zmm5, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 4224]
vpmadd52luq zmm29, zmm7, zmm6
vpmadd52huq zmm17, zmm7, zmm6
vmovdqa64 zmm8, zmmword ptr [rdx - 4160]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm4, zmmword ptr [rdx - 4096]
vpmadd52luq zmm27, zmm7, zmm4
vpmadd52huq zmm0, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 4032]
vpmadd52luq zmm14, zmm7, zmm11
vpmadd52huq zmm12, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 3968]
vpmadd52luq zmm20, zmm7, zmm21
vpmadd52huq zmm15, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 3904]
vpmadd52luq zmm26, zmm7, zmm6
vpmadd52huq zmm18, zmm7, zmm6
vpbroadcastq zmm8, qword ptr [rsi + 216]
vmovdqa64 zmm4, zmmword ptr [rdx - 3840]
vpmadd52luq zmm19, zmm8, zmm4
vpmadd52huq zmm25, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 3776]
vpmadd52luq zmm2, zmm8, zmm11
vpmadd52huq zmm5, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 3712]
vpmadd52luq zmm29, zmm8, zmm21
vpmadd52huq zmm17, zmm8, zmm21
vmovdqa64 zmm7, zmmword ptr [rdx - 3648]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm6, zmmword ptr [rdx - 3584]
vpmadd52luq zmm27, zmm8, zmm6
vpmadd52huq zmm0, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 3520]
vpmadd52luq zmm14, zmm8, zmm4
vpmadd52huq zmm12, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 3456]
vpmadd52luq zmm20, zmm8, zmm11
vpmadd52huq zmm15, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 3392]
vpmadd52luq zmm26, zmm8, zmm21
vpmadd52huq zmm18, zmm8, zmm21
vpbroadcastq zmm7, qword ptr [rsi + 224]
vmovdqa64 zmm6, zmmword ptr [rdx - 3328]
vpmadd52luq zmm19, zmm7, zmm6
vpmadd52huq zmm25, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 3264]
vpmadd52luq zmm2, zmm7, zmm4
vpmadd52huq zmm5, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 3200]
vpmadd52luq zmm29, zmm7, zmm11
vpmadd52huq zmm17, zmm7, zmm11
vmovdqa64 zmm8, zmmword ptr [rdx - 3136]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm21, zmmword ptr [rdx - 3072]
vpmadd52luq zmm27, zmm7, zmm21
vpmadd52huq zmm0, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 3008]
vpmadd52luq zmm14, zmm7, zmm6
vpmadd52huq zmm12, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 2944]
vpmadd52luq zmm20, zmm7, zmm4
vpmadd52huq zmm15, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 2880]
vpmadd52luq zmm26, zmm7, zmm11
vpmadd52huq zmm18, zmm7, zmm11
vpbroadcastq zmm8, qword ptr [rsi + 232]
vmovdqa64 zmm21, zmmword ptr [rdx - 2816]
vpmadd52luq zmm19, zmm8, zmm21
vpmadd52huq zmm25, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 2752]
vpmadd52luq zmm2, zmm8, zmm6
vpmadd52huq zmm5, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 2688]
vpmadd52luq zmm29, zmm8, zmm4
vpmadd52huq zmm17, zmm8, zmm4
vmovdqa64 zmm7, zmmword ptr [rdx - 2624]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm11, zmmword ptr [rdx - 2560]
vpmadd52luq zmm27, zmm8, zmm11
vpmadd52huq zmm0, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 2496]
vpmadd52luq zmm14, zmm8, zmm21
vpmadd52huq zmm12, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 2432]
vpmadd52luq zmm20, zmm8, zmm6
vpmadd52huq zmm15, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 2368]
vpmadd52luq zmm26, zmm8, zmm4
vpmadd52huq zmm18, zmm8, zmm4
vpbroadcastq zmm7, qword ptr [rsi + 240]
vmovdqa64 zmm11, zmmword ptr [rdx - 2304]
vpmadd52luq zmm19, zmm7, zmm11
vpmadd52huq zmm25, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 2240]
vpmadd52luq zmm2, zmm7, zmm21
vpmadd52huq zmm5, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 2176]
vpmadd52luq zmm29, zmm7, zmm6
vpmadd52huq zmm17, zmm7, zmm6
vmovdqa64 zmm8, zmmword ptr [rdx - 2112]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm4, zmmword ptr [rdx - 2048]
vpmadd52luq zmm27, zmm7, zmm4
vpmadd52huq zmm0, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 1984]
vpmadd52luq zmm14, zmm7, zmm11
vpmadd52huq zmm12, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 1920]
vpmadd52luq zmm20, zmm7, zmm21
vpmadd52huq zmm15, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 1856]
vpmadd52luq zmm26, zmm7, zmm6
vpmadd52huq zmm18, zmm7, zmm6
vpbroadcastq zmm8, qword ptr [rsi + 248]
vmovdqa64 zmm4, zmmword ptr [rdx - 1792]
vpmadd52luq zmm19, zmm8, zmm4
vpmadd52huq zmm25, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 1728]
vpmadd52luq zmm2, zmm8, zmm11
vpmadd52huq zmm5, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 1664]
vpmadd52luq zmm29, zmm8, zmm21
vpmadd52huq zmm17, zmm8, zmm21
vmovdqa64 zmm7, zmmword ptr [rdx - 1600]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm6, zmmword ptr [rdx - 1536]
vpmadd52luq zmm27, zmm8, zmm6
vpmadd52huq zmm0, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 1472]
vpmadd52luq zmm14, zmm8, zmm4
vpmadd52huq zmm12, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 1408]
vpmadd52luq zmm20, zmm8, zmm11
vpmadd52huq zmm15, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 1344]
vpmadd52luq zmm26, zmm8, zmm21
vpmadd52huq zmm18, zmm8, zmm21
vpbroadcastq zmm7, qword ptr [rsi + 256]
vmovdqa64 zmm6, zmmword ptr [rdx - 1280]
vpmadd52luq zmm19, zmm7, zmm6
vpmadd52huq zmm25, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 1216]
vpmadd52luq zmm2, zmm7, zmm4
vpmadd52huq zmm5, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 1152]
vpmadd52luq zmm29, zmm7, zmm11
vpmadd52huq zmm17, zmm7, zmm11
vmovdqa64 zmm8, zmmword ptr [rdx - 1088]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm21, zmmword ptr [rdx - 1024]
vpmadd52luq zmm27, zmm7, zmm21
vpmadd52huq zmm0, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 960]
vpmadd52luq zmm14, zmm7, zmm6
vpmadd52huq zmm12, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 896]
vpmadd52luq zmm20, zmm7, zmm4
vpmadd52huq zmm15, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx - 832]
vpmadd52luq zmm26, zmm7, zmm11
vpmadd52huq zmm18, zmm7, zmm11
vpbroadcastq zmm8, qword ptr [rsi + 264]
vmovdqa64 zmm21, zmmword ptr [rdx - 768]
vpmadd52luq zmm19, zmm8, zmm21
vpmadd52huq zmm25, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 704]
vpmadd52luq zmm2, zmm8, zmm6
vpmadd52huq zmm5, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 640]
vpmadd52luq zmm29, zmm8, zmm4
vpmadd52huq zmm17, zmm8, zmm4
vmovdqa64 zmm7, zmmword ptr [rdx - 576]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm11, zmmword ptr [rdx - 512]
vpmadd52luq zmm27, zmm8, zmm11
vpmadd52huq zmm0, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 448]
vpmadd52luq zmm14, zmm8, zmm21
vpmadd52huq zmm12, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 384]
vpmadd52luq zmm20, zmm8, zmm6
vpmadd52huq zmm15, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx - 320]
vpmadd52luq zmm26, zmm8, zmm4
vpmadd52huq zmm18, zmm8, zmm4
vpbroadcastq zmm7, qword ptr [rsi + 272]
vmovdqa64 zmm11, zmmword ptr [rdx - 256]
vpmadd52luq zmm19, zmm7, zmm11
vpmadd52huq zmm25, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx - 192]
vpmadd52luq zmm2, zmm7, zmm21
vpmadd52huq zmm5, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx - 128]
vpmadd52luq zmm29, zmm7, zmm6
vpmadd52huq zmm17, zmm7, zmm6
vmovdqa64 zmm8, zmmword ptr [rdx - 64]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm4, zmmword ptr [rdx]
vpmadd52luq zmm27, zmm7, zmm4
vpmadd52huq zmm0, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 64]
vpmadd52luq zmm14, zmm7, zmm11
vpmadd52huq zmm12, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 128]
vpmadd52luq zmm20, zmm7, zmm21
vpmadd52huq zmm15, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 192]
vpmadd52luq zmm26, zmm7, zmm6
vpmadd52huq zmm18, zmm7, zmm6
vpbroadcastq zmm8, qword ptr [rsi + 280]
vmovdqa64 zmm4, zmmword ptr [rdx + 256]
vpmadd52luq zmm19, zmm8, zmm4
vpmadd52huq zmm25, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 320]
vpmadd52luq zmm2, zmm8, zmm11
vpmadd52huq zmm5, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 384]
vpmadd52luq zmm29, zmm8, zmm21
vpmadd52huq zmm17, zmm8, zmm21
vmovdqa64 zmm7, zmmword ptr [rdx + 448]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm6, zmmword ptr [rdx + 512]
vpmadd52luq zmm27, zmm8, zmm6
vpmadd52huq zmm0, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 576]
vpmadd52luq zmm14, zmm8, zmm4
vpmadd52huq zmm12, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 640]
vpmadd52luq zmm20, zmm8, zmm11
vpmadd52huq zmm15, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 704]
vpmadd52luq zmm26, zmm8, zmm21
vpmadd52huq zmm18, zmm8, zmm21
vpbroadcastq zmm7, qword ptr [rsi + 288]
vmovdqa64 zmm6, zmmword ptr [rdx + 768]
vpmadd52luq zmm19, zmm7, zmm6
vpmadd52huq zmm25, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 832]
vpmadd52luq zmm2, zmm7, zmm4
vpmadd52huq zmm5, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 896]
vpmadd52luq zmm29, zmm7, zmm11
vpmadd52huq zmm17, zmm7, zmm11
vmovdqa64 zmm8, zmmword ptr [rdx + 960]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm21, zmmword ptr [rdx + 1024]
vpmadd52luq zmm27, zmm7, zmm21
vpmadd52huq zmm0, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 1088]
vpmadd52luq zmm14, zmm7, zmm6
vpmadd52huq zmm12, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 1152]
vpmadd52luq zmm20, zmm7, zmm4
vpmadd52huq zmm15, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 1216]
vpmadd52luq zmm26, zmm7, zmm11
vpmadd52huq zmm18, zmm7, zmm11
vpbroadcastq zmm8, qword ptr [rsi + 296]
vmovdqa64 zmm21, zmmword ptr [rdx + 1280]
vpmadd52luq zmm19, zmm8, zmm21
vpmadd52huq zmm25, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 1344]
vpmadd52luq zmm2, zmm8, zmm6
vpmadd52huq zmm5, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 1408]
vpmadd52luq zmm29, zmm8, zmm4
vpmadd52huq zmm17, zmm8, zmm4
vmovdqa64 zmm7, zmmword ptr [rdx + 1472]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm11, zmmword ptr [rdx + 1536]
vpmadd52luq zmm27, zmm8, zmm11
vpmadd52huq zmm0, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 1600]
vpmadd52luq zmm14, zmm8, zmm21
vpmadd52huq zmm12, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 1664]
vpmadd52luq zmm20, zmm8, zmm6
vpmadd52huq zmm15, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 1728]
vpmadd52luq zmm26, zmm8, zmm4
vpmadd52huq zmm18, zmm8, zmm4
vpbroadcastq zmm7, qword ptr [rsi + 304]
vmovdqa64 zmm11, zmmword ptr [rdx + 1792]
vpmadd52luq zmm19, zmm7, zmm11
vpmadd52huq zmm25, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 1856]
vpmadd52luq zmm2, zmm7, zmm21
vpmadd52huq zmm5, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 1920]
vpmadd52luq zmm29, zmm7, zmm6
vpmadd52huq zmm17, zmm7, zmm6
vmovdqa64 zmm8, zmmword ptr [rdx + 1984]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm4, zmmword ptr [rdx + 2048]
vpmadd52luq zmm27, zmm7, zmm4
vpmadd52huq zmm0, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 2112]
vpmadd52luq zmm14, zmm7, zmm11
vpmadd52huq zmm12, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 2176]
vpmadd52luq zmm20, zmm7, zmm21
vpmadd52huq zmm15, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 2240]
vpmadd52luq zmm26, zmm7, zmm6
vpmadd52huq zmm18, zmm7, zmm6
vpbroadcastq zmm8, qword ptr [rsi + 312]
vmovdqa64 zmm4, zmmword ptr [rdx + 2304]
vpmadd52luq zmm19, zmm8, zmm4
vpmadd52huq zmm25, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 2368]
vpmadd52luq zmm2, zmm8, zmm11
vpmadd52huq zmm5, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 2432]
vpmadd52luq zmm29, zmm8, zmm21
vpmadd52huq zmm17, zmm8, zmm21
vmovdqa64 zmm7, zmmword ptr [rdx + 2496]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm6, zmmword ptr [rdx + 2560]
vpmadd52luq zmm27, zmm8, zmm6
vpmadd52huq zmm0, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 2624]
vpmadd52luq zmm14, zmm8, zmm4
vpmadd52huq zmm12, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 2688]
vpmadd52luq zmm20, zmm8, zmm11
vpmadd52huq zmm15, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 2752]
vpmadd52luq zmm26, zmm8, zmm21
vpmadd52huq zmm18, zmm8, zmm21
vpbroadcastq zmm7, qword ptr [rsi + 320]
vmovdqa64 zmm6, zmmword ptr [rdx + 2816]
vpmadd52luq zmm19, zmm7, zmm6
vpmadd52huq zmm25, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 2880]
vpmadd52luq zmm2, zmm7, zmm4
vpmadd52huq zmm5, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 2944]
vpmadd52luq zmm29, zmm7, zmm11
vpmadd52huq zmm17, zmm7, zmm11
vmovdqa64 zmm8, zmmword ptr [rdx + 3008]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm21, zmmword ptr [rdx + 3072]
vpmadd52luq zmm27, zmm7, zmm21
vpmadd52huq zmm0, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 3136]
vpmadd52luq zmm14, zmm7, zmm6
vpmadd52huq zmm12, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 3200]
vpmadd52luq zmm20, zmm7, zmm4
vpmadd52huq zmm15, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 3264]
vpmadd52luq zmm26, zmm7, zmm11
vpmadd52huq zmm18, zmm7, zmm11
vpbroadcastq zmm8, qword ptr [rsi + 328]
vmovdqa64 zmm21, zmmword ptr [rdx + 3328]
vpmadd52luq zmm19, zmm8, zmm21
vpmadd52huq zmm25, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 3392]
vpmadd52luq zmm2, zmm8, zmm6
vpmadd52huq zmm5, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 3456]
vpmadd52luq zmm29, zmm8, zmm4
vpmadd52huq zmm17, zmm8, zmm4
vmovdqa64 zmm7, zmmword ptr [rdx + 3520]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm11, zmmword ptr [rdx + 3584]
vpmadd52luq zmm27, zmm8, zmm11
vpmadd52huq zmm0, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 3648]
vpmadd52luq zmm14, zmm8, zmm21
vpmadd52huq zmm12, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 3712]
vpmadd52luq zmm20, zmm8, zmm6
vpmadd52huq zmm15, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 3776]
vpmadd52luq zmm26, zmm8, zmm4
vpmadd52huq zmm18, zmm8, zmm4
vpbroadcastq zmm7, qword ptr [rsi + 336]
vmovdqa64 zmm11, zmmword ptr [rdx + 3840]
vpmadd52luq zmm19, zmm7, zmm11
vpmadd52huq zmm25, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 3904]
vpmadd52luq zmm2, zmm7, zmm21
vpmadd52huq zmm5, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 3968]
vpmadd52luq zmm29, zmm7, zmm6
vpmadd52huq zmm17, zmm7, zmm6
vmovdqa64 zmm8, zmmword ptr [rdx + 4032]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm4, zmmword ptr [rdx + 4096]
vpmadd52luq zmm27, zmm7, zmm4
vpmadd52huq zmm0, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 4160]
vpmadd52luq zmm14, zmm7, zmm11
vpmadd52huq zmm12, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 4224]
vpmadd52luq zmm20, zmm7, zmm21
vpmadd52huq zmm15, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 4288]
vpmadd52luq zmm26, zmm7, zmm6
vpmadd52huq zmm18, zmm7, zmm6
vpbroadcastq zmm8, qword ptr [rsi + 344]
vmovdqa64 zmm4, zmmword ptr [rdx + 4352]
vpmadd52luq zmm19, zmm8, zmm4
vpmadd52huq zmm25, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 4416]
vpmadd52luq zmm2, zmm8, zmm11
vpmadd52huq zmm5, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 4480]
vpmadd52luq zmm29, zmm8, zmm21
vpmadd52huq zmm17, zmm8, zmm21
vmovdqa64 zmm7, zmmword ptr [rdx + 4544]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm6, zmmword ptr [rdx + 4608]
vpmadd52luq zmm27, zmm8, zmm6
vpmadd52huq zmm0, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 4672]
vpmadd52luq zmm14, zmm8, zmm4
vpmadd52huq zmm12, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 4736]
vpmadd52luq zmm20, zmm8, zmm11
vpmadd52huq zmm15, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 4800]
vpmadd52luq zmm26, zmm8, zmm21
vpmadd52huq zmm18, zmm8, zmm21
vpbroadcastq zmm7, qword ptr [rsi + 352]
vmovdqa64 zmm6, zmmword ptr [rdx + 4864]
vpmadd52luq zmm19, zmm7, zmm6
vpmadd52huq zmm25, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 4928]
vpmadd52luq zmm2, zmm7, zmm4
vpmadd52huq zmm5, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 4992]
vpmadd52luq zmm29, zmm7, zmm11
vpmadd52huq zmm17, zmm7, zmm11
vmovdqa64 zmm8, zmmword ptr [rdx + 5056]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm21, zmmword ptr [rdx + 5120]
vpmadd52luq zmm27, zmm7, zmm21
vpmadd52huq zmm0, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 5184]
vpmadd52luq zmm14, zmm7, zmm6
vpmadd52huq zmm12, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 5248]
vpmadd52luq zmm20, zmm7, zmm4
vpmadd52huq zmm15, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 5312]
vpmadd52luq zmm26, zmm7, zmm11
vpmadd52huq zmm18, zmm7, zmm11
vpbroadcastq zmm8, qword ptr [rsi + 360]
vmovdqa64 zmm21, zmmword ptr [rdx + 5376]
vpmadd52luq zmm19, zmm8, zmm21
vpmadd52huq zmm25, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 5440]
vpmadd52luq zmm2, zmm8, zmm6
vpmadd52huq zmm5, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 5504]
vpmadd52luq zmm29, zmm8, zmm4
vpmadd52huq zmm17, zmm8, zmm4
vmovdqa64 zmm7, zmmword ptr [rdx + 5568]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm11, zmmword ptr [rdx + 5632]
vpmadd52luq zmm27, zmm8, zmm11
vpmadd52huq zmm0, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 5696]
vpmadd52luq zmm14, zmm8, zmm21
vpmadd52huq zmm12, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 5760]
vpmadd52luq zmm20, zmm8, zmm6
vpmadd52huq zmm15, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 5824]
vpmadd52luq zmm26, zmm8, zmm4
vpmadd52huq zmm18, zmm8, zmm4
vpbroadcastq zmm7, qword ptr [rsi + 368]
vmovdqa64 zmm11, zmmword ptr [rdx + 5888]
vpmadd52luq zmm19, zmm7, zmm11
vpmadd52huq zmm25, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 5952]
vpmadd52luq zmm2, zmm7, zmm21
vpmadd52huq zmm5, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 6016]
vpmadd52luq zmm29, zmm7, zmm6
vpmadd52huq zmm17, zmm7, zmm6
vmovdqa64 zmm8, zmmword ptr [rdx + 6080]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm4, zmmword ptr [rdx + 6144]
vpmadd52luq zmm27, zmm7, zmm4
vpmadd52huq zmm0, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 6208]
vpmadd52luq zmm14, zmm7, zmm11
vpmadd52huq zmm12, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 6272]
vpmadd52luq zmm20, zmm7, zmm21
vpmadd52huq zmm15, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 6336]
vpmadd52luq zmm26, zmm7, zmm6
vpmadd52huq zmm18, zmm7, zmm6
vpbroadcastq zmm8, qword ptr [rsi + 376]
vmovdqa64 zmm4, zmmword ptr [rdx + 6400]
vpmadd52luq zmm19, zmm8, zmm4
vpmadd52huq zmm25, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 6464]
vpmadd52luq zmm2, zmm8, zmm11
vpmadd52huq zmm5, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 6528]
vpmadd52luq zmm29, zmm8, zmm21
vpmadd52huq zmm17, zmm8, zmm21
vmovdqa64 zmm7, zmmword ptr [rdx + 6592]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm6, zmmword ptr [rdx + 6656]
vpmadd52luq zmm27, zmm8, zmm6
vpmadd52huq zmm0, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 6720]
vpmadd52luq zmm14, zmm8, zmm4
vpmadd52huq zmm12, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 6784]
vpmadd52luq zmm20, zmm8, zmm11
vpmadd52huq zmm15, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 6848]
vpmadd52luq zmm26, zmm8, zmm21
vpmadd52huq zmm18, zmm8, zmm21
vpbroadcastq zmm7, qword ptr [rsi + 384]
vmovdqa64 zmm6, zmmword ptr [rdx + 6912]
vpmadd52luq zmm19, zmm7, zmm6
vpmadd52huq zmm25, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 6976]
vpmadd52luq zmm2, zmm7, zmm4
vpmadd52huq zmm5, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 7040]
vpmadd52luq zmm29, zmm7, zmm11
vpmadd52huq zmm17, zmm7, zmm11
vmovdqa64 zmm8, zmmword ptr [rdx + 7104]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm21, zmmword ptr [rdx + 7168]
vpmadd52luq zmm27, zmm7, zmm21
vpmadd52huq zmm0, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 7232]
vpmadd52luq zmm14, zmm7, zmm6
vpmadd52huq zmm12, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 7296]
vpmadd52luq zmm20, zmm7, zmm4
vpmadd52huq zmm15, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 7360]
vpmadd52luq zmm26, zmm7, zmm11
vpmadd52huq zmm18, zmm7, zmm11
vpbroadcastq zmm8, qword ptr [rsi + 392]
vmovdqa64 zmm21, zmmword ptr [rdx + 7424]
vpmadd52luq zmm19, zmm8, zmm21
vpmadd52huq zmm25, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 7488]
vpmadd52luq zmm2, zmm8, zmm6
vpmadd52huq zmm5, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 7552]
vpmadd52luq zmm29, zmm8, zmm4
vpmadd52huq zmm17, zmm8, zmm4
vmovdqa64 zmm7, zmmword ptr [rdx + 7616]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm11, zmmword ptr [rdx + 7680]
vpmadd52luq zmm27, zmm8, zmm11
vpmadd52huq zmm0, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 7744]
vpmadd52luq zmm14, zmm8, zmm21
vpmadd52huq zmm12, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 7808]
vpmadd52luq zmm20, zmm8, zmm6
vpmadd52huq zmm15, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 7872]
vpmadd52luq zmm26, zmm8, zmm4
vpmadd52huq zmm18, zmm8, zmm4
vpbroadcastq zmm7, qword ptr [rsi + 400]
vmovdqa64 zmm11, zmmword ptr [rdx + 7936]
vpmadd52luq zmm19, zmm7, zmm11
vpmadd52huq zmm25, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 8000]
vpmadd52luq zmm2, zmm7, zmm21
vpmadd52huq zmm5, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 8064]
vpmadd52luq zmm29, zmm7, zmm6
vpmadd52huq zmm17, zmm7, zmm6
vmovdqa64 zmm8, zmmword ptr [rdx + 8128]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm4, zmmword ptr [rdx + 8192]
vpmadd52luq zmm27, zmm7, zmm4
vpmadd52huq zmm0, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 8256]
vpmadd52luq zmm14, zmm7, zmm11
vpmadd52huq zmm12, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 8320]
vpmadd52luq zmm20, zmm7, zmm21
vpmadd52huq zmm15, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 8384]
vpmadd52luq zmm26, zmm7, zmm6
vpmadd52huq zmm18, zmm7, zmm6
vpbroadcastq zmm8, qword ptr [rsi + 408]
vmovdqa64 zmm4, zmmword ptr [rdx + 8448]
vpmadd52luq zmm19, zmm8, zmm4
vpmadd52huq zmm25, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 8512]
vpmadd52luq zmm2, zmm8, zmm11
vpmadd52huq zmm5, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 8576]
vpmadd52luq zmm29, zmm8, zmm21
vpmadd52huq zmm17, zmm8, zmm21
vmovdqa64 zmm7, zmmword ptr [rdx + 8640]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm6, zmmword ptr [rdx + 8704]
vpmadd52luq zmm27, zmm8, zmm6
vpmadd52huq zmm0, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 8768]
vpmadd52luq zmm14, zmm8, zmm4
vpmadd52huq zmm12, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 8832]
vpmadd52luq zmm20, zmm8, zmm11
vpmadd52huq zmm15, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 8896]
vpmadd52luq zmm26, zmm8, zmm21
vpmadd52huq zmm18, zmm8, zmm21
vpbroadcastq zmm7, qword ptr [rsi + 416]
vmovdqa64 zmm6, zmmword ptr [rdx + 8960]
vpmadd52luq zmm19, zmm7, zmm6
vpmadd52huq zmm25, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 9024]
vpmadd52luq zmm2, zmm7, zmm4
vpmadd52huq zmm5, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 9088]
vpmadd52luq zmm29, zmm7, zmm11
vpmadd52huq zmm17, zmm7, zmm11
vmovdqa64 zmm8, zmmword ptr [rdx + 9152]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm21, zmmword ptr [rdx + 9216]
vpmadd52luq zmm27, zmm7, zmm21
vpmadd52huq zmm0, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 9280]
vpmadd52luq zmm14, zmm7, zmm6
vpmadd52huq zmm12, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 9344]
vpmadd52luq zmm20, zmm7, zmm4
vpmadd52huq zmm15, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 9408]
vpmadd52luq zmm26, zmm7, zmm11
vpmadd52huq zmm18, zmm7, zmm11
vpbroadcastq zmm8, qword ptr [rsi + 424]
vmovdqa64 zmm21, zmmword ptr [rdx + 9472]
vpmadd52luq zmm19, zmm8, zmm21
vpmadd52huq zmm25, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 9536]
vpmadd52luq zmm2, zmm8, zmm6
vpmadd52huq zmm5, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 9600]
vpmadd52luq zmm29, zmm8, zmm4
vpmadd52huq zmm17, zmm8, zmm4
vmovdqa64 zmm7, zmmword ptr [rdx + 9664]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm11, zmmword ptr [rdx + 9728]
vpmadd52luq zmm27, zmm8, zmm11
vpmadd52huq zmm0, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 9792]
vpmadd52luq zmm14, zmm8, zmm21
vpmadd52huq zmm12, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 9856]
vpmadd52luq zmm20, zmm8, zmm6
vpmadd52huq zmm15, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 9920]
vpmadd52luq zmm26, zmm8, zmm4
vpmadd52huq zmm18, zmm8, zmm4
vpbroadcastq zmm7, qword ptr [rsi + 432]
vmovdqa64 zmm11, zmmword ptr [rdx + 9984]
vpmadd52luq zmm19, zmm7, zmm11
vpmadd52huq zmm25, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 10048]
vpmadd52luq zmm2, zmm7, zmm21
vpmadd52huq zmm5, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 10112]
vpmadd52luq zmm29, zmm7, zmm6
vpmadd52huq zmm17, zmm7, zmm6
vmovdqa64 zmm8, zmmword ptr [rdx + 10176]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm4, zmmword ptr [rdx + 10240]
vpmadd52luq zmm27, zmm7, zmm4
vpmadd52huq zmm0, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 10304]
vpmadd52luq zmm14, zmm7, zmm11
vpmadd52huq zmm12, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 10368]
vpmadd52luq zmm20, zmm7, zmm21
vpmadd52huq zmm15, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 10432]
vpmadd52luq zmm26, zmm7, zmm6
vpmadd52huq zmm18, zmm7, zmm6
vpbroadcastq zmm8, qword ptr [rsi + 440]
vmovdqa64 zmm4, zmmword ptr [rdx + 10496]
vpmadd52luq zmm19, zmm8, zmm4
vpmadd52huq zmm25, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 10560]
vpmadd52luq zmm2, zmm8, zmm11
vpmadd52huq zmm5, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 10624]
vpmadd52luq zmm29, zmm8, zmm21
vpmadd52huq zmm17, zmm8, zmm21
vmovdqa64 zmm7, zmmword ptr [rdx + 10688]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm6, zmmword ptr [rdx + 10752]
vpmadd52luq zmm27, zmm8, zmm6
vpmadd52huq zmm0, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 10816]
vpmadd52luq zmm14, zmm8, zmm4
vpmadd52huq zmm12, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 10880]
vpmadd52luq zmm20, zmm8, zmm11
vpmadd52huq zmm15, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 10944]
vpmadd52luq zmm26, zmm8, zmm21
vpmadd52huq zmm18, zmm8, zmm21
vpbroadcastq zmm7, qword ptr [rsi + 448]
vmovdqa64 zmm6, zmmword ptr [rdx + 11008]
vpmadd52luq zmm19, zmm7, zmm6
vpmadd52huq zmm25, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 11072]
vpmadd52luq zmm2, zmm7, zmm4
vpmadd52huq zmm5, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 11136]
vpmadd52luq zmm29, zmm7, zmm11
vpmadd52huq zmm17, zmm7, zmm11
vmovdqa64 zmm8, zmmword ptr [rdx + 11200]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm21, zmmword ptr [rdx + 11264]
vpmadd52luq zmm27, zmm7, zmm21
vpmadd52huq zmm0, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 11328]
vpmadd52luq zmm14, zmm7, zmm6
vpmadd52huq zmm12, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 11392]
vpmadd52luq zmm20, zmm7, zmm4
vpmadd52huq zmm15, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 11456]
vpmadd52luq zmm26, zmm7, zmm11
vpmadd52huq zmm18, zmm7, zmm11
vpbroadcastq zmm8, qword ptr [rsi + 456]
vmovdqa64 zmm21, zmmword ptr [rdx + 11520]
vpmadd52luq zmm19, zmm8, zmm21
vpmadd52huq zmm25, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 11584]
vpmadd52luq zmm2, zmm8, zmm6
vpmadd52huq zmm5, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 11648]
vpmadd52luq zmm29, zmm8, zmm4
vpmadd52huq zmm17, zmm8, zmm4
vmovdqa64 zmm7, zmmword ptr [rdx + 11712]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm11, zmmword ptr [rdx + 11776]
vpmadd52luq zmm27, zmm8, zmm11
vpmadd52huq zmm0, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 11840]
vpmadd52luq zmm14, zmm8, zmm21
vpmadd52huq zmm12, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 11904]
vpmadd52luq zmm20, zmm8, zmm6
vpmadd52huq zmm15, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 11968]
vpmadd52luq zmm26, zmm8, zmm4
vpmadd52huq zmm18, zmm8, zmm4
vpbroadcastq zmm7, qword ptr [rsi + 464]
vmovdqa64 zmm11, zmmword ptr [rdx + 12032]
vpmadd52luq zmm19, zmm7, zmm11
vpmadd52huq zmm25, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 12096]
vpmadd52luq zmm2, zmm7, zmm21
vpmadd52huq zmm5, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 12160]
vpmadd52luq zmm29, zmm7, zmm6
vpmadd52huq zmm17, zmm7, zmm6
vmovdqa64 zmm8, zmmword ptr [rdx + 12224]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm4, zmmword ptr [rdx + 12288]
vpmadd52luq zmm27, zmm7, zmm4
vpmadd52huq zmm0, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 12352]
vpmadd52luq zmm14, zmm7, zmm11
vpmadd52huq zmm12, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 12416]
vpmadd52luq zmm20, zmm7, zmm21
vpmadd52huq zmm15, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 12480]
vpmadd52luq zmm26, zmm7, zmm6
vpmadd52huq zmm18, zmm7, zmm6
vpbroadcastq zmm8, qword ptr [rsi + 472]
vmovdqa64 zmm4, zmmword ptr [rdx + 12544]
vpmadd52luq zmm19, zmm8, zmm4
vpmadd52huq zmm25, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 12608]
vpmadd52luq zmm2, zmm8, zmm11
vpmadd52huq zmm5, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 12672]
vpmadd52luq zmm29, zmm8, zmm21
vpmadd52huq zmm17, zmm8, zmm21
vmovdqa64 zmm7, zmmword ptr [rdx + 12736]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm6, zmmword ptr [rdx + 12800]
vpmadd52luq zmm27, zmm8, zmm6
vpmadd52huq zmm0, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 12864]
vpmadd52luq zmm14, zmm8, zmm4
vpmadd52huq zmm12, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 12928]
vpmadd52luq zmm20, zmm8, zmm11
vpmadd52huq zmm15, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 12992]
vpmadd52luq zmm26, zmm8, zmm21
vpmadd52huq zmm18, zmm8, zmm21
vpbroadcastq zmm7, qword ptr [rsi + 480]
vmovdqa64 zmm6, zmmword ptr [rdx + 13056]
vpmadd52luq zmm19, zmm7, zmm6
vpmadd52huq zmm25, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 13120]
vpmadd52luq zmm2, zmm7, zmm4
vpmadd52huq zmm5, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 13184]
vpmadd52luq zmm29, zmm7, zmm11
vpmadd52huq zmm17, zmm7, zmm11
vmovdqa64 zmm8, zmmword ptr [rdx + 13248]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm21, zmmword ptr [rdx + 13312]
vpmadd52luq zmm27, zmm7, zmm21
vpmadd52huq zmm0, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 13376]
vpmadd52luq zmm14, zmm7, zmm6
vpmadd52huq zmm12, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 13440]
vpmadd52luq zmm20, zmm7, zmm4
vpmadd52huq zmm15, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 13504]
vpmadd52luq zmm26, zmm7, zmm11
vpmadd52huq zmm18, zmm7, zmm11
vpbroadcastq zmm8, qword ptr [rsi + 488]
vmovdqa64 zmm21, zmmword ptr [rdx + 13568]
vpmadd52luq zmm19, zmm8, zmm21
vpmadd52huq zmm25, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 13632]
vpmadd52luq zmm2, zmm8, zmm6
vpmadd52huq zmm5, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 13696]
vpmadd52luq zmm29, zmm8, zmm4
vpmadd52huq zmm17, zmm8, zmm4
vmovdqa64 zmm7, zmmword ptr [rdx + 13760]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm11, zmmword ptr [rdx + 13824]
vpmadd52luq zmm27, zmm8, zmm11
vpmadd52huq zmm0, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 13888]
vpmadd52luq zmm14, zmm8, zmm21
vpmadd52huq zmm12, zmm8, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 13952]
vpmadd52luq zmm20, zmm8, zmm6
vpmadd52huq zmm15, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 14016]
vpmadd52luq zmm26, zmm8, zmm4
vpmadd52huq zmm18, zmm8, zmm4
vpbroadcastq zmm7, qword ptr [rsi + 496]
vmovdqa64 zmm11, zmmword ptr [rdx + 14080]
vpmadd52luq zmm19, zmm7, zmm11
vpmadd52huq zmm25, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 14144]
vpmadd52luq zmm2, zmm7, zmm21
vpmadd52huq zmm5, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 14208]
vpmadd52luq zmm29, zmm7, zmm6
vpmadd52huq zmm17, zmm7, zmm6
vmovdqa64 zmm8, zmmword ptr [rdx + 14272]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm4, zmmword ptr [rdx + 14336]
vpmadd52luq zmm27, zmm7, zmm4
vpmadd52huq zmm0, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 14400]
vpmadd52luq zmm14, zmm7, zmm11
vpmadd52huq zmm12, zmm7, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 14464]
vpmadd52luq zmm20, zmm7, zmm21
vpmadd52huq zmm15, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 14528]
vpmadd52luq zmm26, zmm7, zmm6
vpmadd52huq zmm18, zmm7, zmm6
vpbroadcastq zmm8, qword ptr [rsi + 504]
vmovdqa64 zmm4, zmmword ptr [rdx + 14592]
vpmadd52luq zmm19, zmm8, zmm4
vpmadd52huq zmm25, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 14656]
vpmadd52luq zmm2, zmm8, zmm11
vpmadd52huq zmm5, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 14720]
vpmadd52luq zmm29, zmm8, zmm21
vpmadd52huq zmm17, zmm8, zmm21
vmovdqa64 zmm7, zmmword ptr [rdx + 14784]
vpmadd52luq zmm10, zmm8, zmm7
vpmadd52huq zmm9, zmm8, zmm7
vmovdqa64 zmm6, zmmword ptr [rdx + 14848]
vpmadd52luq zmm27, zmm8, zmm6
vpmadd52huq zmm0, zmm8, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 14912]
vpmadd52luq zmm14, zmm8, zmm4
vpmadd52huq zmm12, zmm8, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 14976]
vpmadd52luq zmm20, zmm8, zmm11
vpmadd52huq zmm15, zmm8, zmm11
vmovdqa64 zmm21, zmmword ptr [rdx + 15040]
vpmadd52luq zmm26, zmm8, zmm21
vpmadd52huq zmm18, zmm8, zmm21
vpbroadcastq zmm7, qword ptr [rsi + 512]
vmovdqa64 zmm6, zmmword ptr [rdx + 15104]
vpmadd52luq zmm19, zmm7, zmm6
vpmadd52huq zmm25, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 15168]
vpmadd52luq zmm2, zmm7, zmm4
vpmadd52huq zmm5, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 15232]
vpmadd52luq zmm29, zmm7, zmm11
vpmadd52huq zmm17, zmm7, zmm11
vmovdqa64 zmm8, zmmword ptr [rdx + 15296]
vpmadd52luq zmm10, zmm7, zmm8
vpmadd52huq zmm9, zmm7, zmm8
vmovdqa64 zmm21, zmmword ptr [rdx + 15360]
vpmadd52luq zmm27, zmm7, zmm21
vpmadd52huq zmm0, zmm7, zmm21
vmovdqa64 zmm6, zmmword ptr [rdx + 15424]
vpmadd52luq zmm14, zmm7, zmm6
vpmadd52huq zmm12, zmm7, zmm6
vmovdqa64 zmm4, zmmword ptr [rdx + 15488]
vpmadd52luq zmm20, zmm7, zmm4
vpmadd52huq zmm15, zmm7, zmm4
vmovdqa64 zmm11, zmmword ptr [rdx + 15552]
vpmadd52luq zmm26, zmm7, zmm11
vpmadd52huq zmm18, zmm7, zmm11
valignq zmm8, zmm18, zmm15, 7
vpaddq zmm21, zmm28, zmm26
vpaddq zmm6, zmm21, zmm8
vpsrlq zmm4, zmm6, 52
valignq zmm7, zmm15, zmm12, 7
vpaddq zmm11, zmm3, zmm20
vpaddq zmm18, zmm11, zmm7
vpsrlq zmm28, zmm18, 52
valignq zmm26, zmm12, zmm0, 7
vpaddq zmm8, zmm1, zmm14
vpaddq zmm21, zmm8, zmm26
vpsrlq zmm15, zmm21, 52
valignq zmm3, zmm0, zmm9, 7
vpaddq zmm20, zmm16, zmm27
vpaddq zmm7, zmm20, zmm3
vpsrlq zmm11, zmm7, 52
valignq zmm12, zmm9, zmm17, 7
vpaddq zmm1, zmm13, zmm10
vpaddq zmm14, zmm1, zmm12
vpsrlq zmm26, zmm14, 52
valignq zmm8, zmm17, zmm5, 7
vpaddq zmm0, zmm22, zmm29
vpaddq zmm16, zmm0, zmm8
vpsrlq zmm27, zmm16, 52
valignq zmm3, zmm5, zmm25, 7
vpaddq zmm20, zmm23, zmm2
vpaddq zmm9, zmm20, zmm3
vpsrlq zmm13, zmm9, 52
valignq zmm10, zmm25, zmm30, 7
vpaddq zmm12, zmm24, zmm19
vpaddq zmm1, zmm12, zmm10
vpsrlq zmm17, zmm1, 52
vpandq zmm22, zmm6, zmm31
valignq zmm29, zmm4, zmm28, 7
vpaddq zmm8, zmm22, zmm29
vmovdqa64 zmmword ptr [rdi + 448], zmm8
vpandq zmm0, zmm18, zmm31
valignq zmm5, zmm28, zmm15, 7
vpaddq zmm23, zmm0, zmm5
vmovdqa64 zmmword ptr [rdi + 384], zmm23
vporq zmm2, zmm8, zmm23
vpandq zmm3, zmm21, zmm31
valignq zmm20, zmm15, zmm11, 7
vpaddq zmm25, zmm3, zmm20
vmovdqa64 zmmword ptr [rdi + 320], zmm25
vporq zmm24, zmm2, zmm25
vpandq zmm19, zmm7, zmm31
valignq zmm10, zmm11, zmm26, 7
vpaddq zmm12, zmm19, zmm10
vmovdqa64 zmmword ptr [rdi + 256], zmm12
vporq zmm6, zmm24, zmm12
vpandq zmm4, zmm14, zmm31
valignq zmm22, zmm26, zmm27, 7
vpaddq zmm29, zmm4, zmm22
vmovdqa64 zmmword ptr [rdi + 192], zmm29
vporq zmm18, zmm6, zmm29
vpandq zmm28, zmm16, zmm31
valignq zmm0, zmm27, zmm13, 7
vpaddq zmm5, zmm28, zmm0
vmovdqa64 zmmword ptr [rdi + 128], zmm5
vporq zmm8, zmm18, zmm5
vpandq zmm23, zmm9, zmm31
valignq zmm21, zmm13, zmm17, 7
vpaddq zmm15, zmm23, zmm21
vmovdqa64 zmmword ptr [rdi + 64], zmm15
vporq zmm3, zmm8, zmm15
vpandq zmm20, zmm1, zmm31
valignq zmm2, zmm17, zmm30, 7
vpaddq zmm25, zmm20, zmm2
vmovdqa64 zmmword ptr [rdi], zmm25
vporq zmm7, zmm3, zmm25
vpcmpuq k0, zmm7, zmm31, 6
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
