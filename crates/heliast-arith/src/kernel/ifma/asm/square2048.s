# a = a^2, 2048 bits, straight-line. Written by generate.py: change that instead.
# bits 2048 limbs 41 value_bits 2106 rows 41 scratch_blocks 6
vpternlogq zmm31, zmm31, zmm31, 255
vpsrlq zmm31, zmm31, 12
vpxorq zmm30, zmm30, zmm30
mov r9, r8
add rdx, 6528
lea r8, [rip + 9f]
mov eax, 254
kmovb k1, eax
mov eax, 252
kmovb k2, eax
mov eax, 248
kmovb k3, eax
mov eax, 240
kmovb k4, eax
mov eax, 224
kmovb k5, eax
mov eax, 192
kmovb k6, eax
mov eax, 128
kmovb k7, eax
vmovdqa64 zmm29, zmmword ptr [rdi]
vmovdqa64 zmm28, zmmword ptr [rdi + 64]
vmovdqa64 zmm27, zmmword ptr [rdi + 128]
vmovdqa64 zmm26, zmmword ptr [rdi + 192]
vmovdqa64 zmm25, zmmword ptr [rdi + 256]
vmovdqa64 zmm24, zmmword ptr [rdi + 320]
.p2align 6
2:
vpbroadcastq zmm0, qword ptr [rdi + 320]
vpxorq zmm1, zmm1, zmm1
vpxorq zmm2, zmm2, zmm2
vpxorq zmm3, zmm3, zmm3
vpbroadcastq zmm4, qword ptr [rdi + 256]
vpxorq zmm5, zmm5, zmm5
vpmadd52luq zmm1, zmm28, zmm0
vpbroadcastq zmm6, qword ptr [rdi + 192]
vpmadd52luq zmm2, zmm27, zmm0
vpmadd52luq zmm3, zmm26, zmm0
vpmadd52luq zmm1, zmm27, zmm4
vpmadd52luq zmm5, zmm25, zmm0
vpmadd52luq zmm2, zmm26, zmm4
vpmadd52luq zmm3{k1}, zmm25, zmm4
vpmadd52luq zmm1{k1}, zmm26, zmm6
vpxorq zmm7, zmm7, zmm7
vpbroadcastq zmm8, qword ptr [rdi + 264]
vpxorq zmm9, zmm9, zmm9
vpxorq zmm10, zmm10, zmm10
vpmadd52huq zmm7, zmm28, zmm0
vpxorq zmm11, zmm11, zmm11
vpbroadcastq zmm12, qword ptr [rdi + 200]
vpmadd52huq zmm9, zmm27, zmm0
vpmadd52huq zmm10, zmm26, zmm0
vpmadd52luq zmm7, zmm27, zmm8
vpmadd52huq zmm7, zmm27, zmm4
vpmadd52luq zmm9, zmm26, zmm8
vpmadd52luq zmm10{k2}, zmm25, zmm8
vpmadd52luq zmm7{k2}, zmm26, zmm12
vpmadd52huq zmm11, zmm25, zmm0
vpmadd52huq zmm9, zmm26, zmm4
vpmadd52huq zmm10{k1}, zmm25, zmm4
vpmadd52huq zmm7{k1}, zmm26, zmm6
vpbroadcastq zmm13, qword ptr [rdi + 272]
valignq zmm14, zmm7, zmm30, 7
vpxorq zmm15, zmm15, zmm15
vpxorq zmm16, zmm16, zmm16
vpxorq zmm17, zmm17, zmm17
valignq zmm18, zmm9, zmm7, 7
vpmadd52luq zmm15, zmm27, zmm13
vpbroadcastq zmm19, qword ptr [rdi + 208]
valignq zmm20, zmm10, zmm9, 7
vpmadd52huq zmm15, zmm27, zmm8
vpmadd52luq zmm16, zmm26, zmm13
vpmadd52luq zmm17{k3}, zmm25, zmm13
valignq zmm21, zmm11, zmm10, 7
vpmadd52luq zmm15{k3}, zmm26, zmm19
valignq zmm22, zmm30, zmm11, 7
vpmadd52huq zmm16, zmm26, zmm8
vpmadd52huq zmm17{k2}, zmm25, zmm8
vpmadd52huq zmm15{k2}, zmm26, zmm12
vpbroadcastq zmm23, qword ptr [rdi + 280]
vpxorq zmm0, zmm0, zmm0
valignq zmm4, zmm15, zmm30, 6
vpaddq zmm1, zmm1, zmm14
vpxorq zmm6, zmm6, zmm6
vpxorq zmm7, zmm7, zmm7
vpmadd52luq zmm0, zmm27, zmm23
valignq zmm9, zmm16, zmm15, 6
vpbroadcastq zmm10, qword ptr [rdi + 216]
vpaddq zmm2, zmm2, zmm18
vpmadd52huq zmm0, zmm27, zmm13
vpmadd52luq zmm6, zmm26, zmm23
vpmadd52luq zmm7{k4}, zmm25, zmm23
valignq zmm11, zmm17, zmm16, 6
vpaddq zmm3, zmm3, zmm20
vpmadd52luq zmm0{k4}, zmm26, zmm10
valignq zmm8, zmm30, zmm17, 6
vpmadd52huq zmm6, zmm26, zmm13
vpmadd52huq zmm7{k3}, zmm25, zmm13
vpaddq zmm5, zmm5, zmm21
vpmadd52huq zmm0{k3}, zmm26, zmm19
vpbroadcastq zmm12, qword ptr [rdi + 288]
vpxorq zmm14, zmm14, zmm14
valignq zmm15, zmm0, zmm30, 5
vpaddq zmm1, zmm1, zmm4
vpxorq zmm18, zmm18, zmm18
vpxorq zmm16, zmm16, zmm16
vpmadd52luq zmm14, zmm27, zmm12
valignq zmm20, zmm6, zmm0, 5
vpbroadcastq zmm17, qword ptr [rdi + 224]
vpaddq zmm2, zmm2, zmm9
vpmadd52huq zmm14, zmm27, zmm23
vpmadd52luq zmm18, zmm26, zmm12
vpmadd52luq zmm16{k5}, zmm25, zmm12
valignq zmm13, zmm7, zmm6, 5
vpaddq zmm3, zmm3, zmm11
vpmadd52luq zmm14{k5}, zmm26, zmm17
valignq zmm21, zmm30, zmm7, 5
vpmadd52huq zmm18, zmm26, zmm23
vpmadd52huq zmm16{k4}, zmm25, zmm23
vpaddq zmm5, zmm5, zmm8
vpmadd52huq zmm14{k4}, zmm26, zmm10
vpbroadcastq zmm19, qword ptr [rdi + 296]
vpxorq zmm4, zmm4, zmm4
valignq zmm0, zmm14, zmm30, 4
vpaddq zmm1, zmm1, zmm15
vpxorq zmm9, zmm9, zmm9
vpxorq zmm6, zmm6, zmm6
vpmadd52luq zmm4, zmm27, zmm19
valignq zmm11, zmm18, zmm14, 4
vpbroadcastq zmm7, qword ptr [rdi + 232]
vpaddq zmm2, zmm2, zmm20
vpmadd52huq zmm4, zmm27, zmm12
vpmadd52luq zmm9, zmm26, zmm19
vpmadd52luq zmm6{k6}, zmm25, zmm19
valignq zmm23, zmm16, zmm18, 4
vpaddq zmm3, zmm3, zmm13
vpmadd52luq zmm4{k6}, zmm26, zmm7
valignq zmm8, zmm30, zmm16, 4
vpmadd52huq zmm9, zmm26, zmm12
vpmadd52huq zmm6{k5}, zmm25, zmm12
vpaddq zmm5, zmm5, zmm21
vpmadd52huq zmm4{k5}, zmm26, zmm17
vpbroadcastq zmm10, qword ptr [rdi + 304]
vpxorq zmm15, zmm15, zmm15
valignq zmm14, zmm4, zmm30, 3
vpaddq zmm1, zmm1, zmm0
vpxorq zmm20, zmm20, zmm20
vpxorq zmm18, zmm18, zmm18
vpmadd52luq zmm15, zmm27, zmm10
valignq zmm13, zmm9, zmm4, 3
vpbroadcastq zmm16, qword ptr [rdi + 240]
vpaddq zmm2, zmm2, zmm11
vpmadd52huq zmm15, zmm27, zmm19
vpmadd52luq zmm20, zmm26, zmm10
vpmadd52luq zmm18{k7}, zmm25, zmm10
valignq zmm12, zmm6, zmm9, 3
vpaddq zmm3, zmm3, zmm23
vpmadd52luq zmm15{k7}, zmm26, zmm16
valignq zmm21, zmm30, zmm6, 3
vpmadd52huq zmm20, zmm26, zmm19
vpmadd52huq zmm18{k6}, zmm25, zmm19
vpaddq zmm5, zmm5, zmm8
vpmadd52huq zmm15{k6}, zmm26, zmm7
valignq zmm17, zmm15, zmm30, 2
vpxorq zmm0, zmm0, zmm0
vpaddq zmm1, zmm1, zmm14
vpxorq zmm4, zmm4, zmm4
vpbroadcastq zmm11, qword ptr [rdi + 312]
vpxorq zmm9, zmm9, zmm9
valignq zmm23, zmm20, zmm15, 2
vpmadd52luq zmm0, zmm27, zmm11
vpaddq zmm2, zmm2, zmm13
vpmadd52luq zmm4, zmm26, zmm11
valignq zmm6, zmm18, zmm20, 2
vpaddq zmm3, zmm3, zmm12
vpmadd52huq zmm0, zmm27, zmm10
vpmadd52huq zmm9{k7}, zmm25, zmm10
valignq zmm19, zmm30, zmm18, 2
vpmadd52huq zmm4, zmm26, zmm10
vpaddq zmm5, zmm5, zmm21
vpmadd52huq zmm0{k7}, zmm26, zmm16
valignq zmm8, zmm0, zmm30, 1
vpaddq zmm1, zmm1, zmm17
vpxorq zmm7, zmm7, zmm7
vpxorq zmm14, zmm14, zmm14
valignq zmm15, zmm4, zmm0, 1
vpaddq zmm2, zmm2, zmm23
valignq zmm13, zmm9, zmm4, 1
vpaddq zmm3, zmm3, zmm6
vpmadd52huq zmm7, zmm27, zmm11
vpmadd52huq zmm14, zmm26, zmm11
valignq zmm20, zmm30, zmm9, 1
vpaddq zmm5, zmm5, zmm19
vpaddq zmm1, zmm1, zmm8
vpaddq zmm2, zmm2, zmm15
vpaddq zmm3, zmm3, zmm13
vpaddq zmm5, zmm5, zmm20
vpaddq zmm2, zmm2, zmm7
vpaddq zmm3, zmm3, zmm14
vpbroadcastq zmm12, qword ptr [rdi + 256]
vpxorq zmm18, zmm18, zmm18
vpxorq zmm10, zmm10, zmm10
vpbroadcastq zmm21, qword ptr [rdi + 192]
vpbroadcastq zmm16, qword ptr [rdi + 128]
vpmadd52luq zmm18, zmm29, zmm12
vpbroadcastq zmm17, qword ptr [rdi + 320]
vpmadd52luq zmm10, zmm29, zmm17
vpmadd52luq zmm18, zmm28, zmm21
vpmadd52luq zmm10, zmm28, zmm12
vpmadd52luq zmm18{k1}, zmm27, zmm16
vpmadd52luq zmm10, zmm27, zmm21
vpbroadcastq zmm0, qword ptr [rdi + 264]
vpxorq zmm23, zmm23, zmm23
vpxorq zmm4, zmm4, zmm4
vpmadd52luq zmm23, zmm29, zmm0
vpbroadcastq zmm6, qword ptr [rdi + 200]
vpmadd52huq zmm4, zmm29, zmm17
vpmadd52huq zmm23, zmm29, zmm12
vpbroadcastq zmm11, qword ptr [rdi + 136]
vpmadd52luq zmm4, zmm28, zmm0
vpmadd52luq zmm23, zmm28, zmm6
vpmadd52huq zmm4, zmm28, zmm12
vpmadd52huq zmm23, zmm28, zmm21
vpmadd52luq zmm4, zmm27, zmm6
vpmadd52luq zmm23{k2}, zmm27, zmm11
vpmadd52huq zmm4, zmm27, zmm21
vpmadd52huq zmm23{k1}, zmm27, zmm16
vpbroadcastq zmm9, qword ptr [rdi + 272]
vpxorq zmm19, zmm19, zmm19
vpxorq zmm8, zmm8, zmm8
valignq zmm15, zmm23, zmm30, 7
vpmadd52luq zmm19, zmm29, zmm9
vpbroadcastq zmm13, qword ptr [rdi + 208]
vpmadd52luq zmm8, zmm28, zmm9
vpmadd52huq zmm19, zmm29, zmm0
vpbroadcastq zmm20, qword ptr [rdi + 144]
valignq zmm7, zmm4, zmm23, 7
vpmadd52luq zmm19, zmm28, zmm13
vpmadd52huq zmm8, zmm28, zmm0
vpmadd52huq zmm19, zmm28, zmm6
vpmadd52luq zmm8, zmm27, zmm13
valignq zmm14, zmm30, zmm4, 7
vpmadd52luq zmm19{k3}, zmm27, zmm20
vpmadd52huq zmm8, zmm27, zmm6
vpmadd52huq zmm19{k2}, zmm27, zmm11
vpbroadcastq zmm17, qword ptr [rdi + 280]
vpxorq zmm12, zmm12, zmm12
vpxorq zmm21, zmm21, zmm21
valignq zmm16, zmm19, zmm30, 6
vpaddq zmm18, zmm18, zmm15
vpmadd52luq zmm12, zmm29, zmm17
vpbroadcastq zmm23, qword ptr [rdi + 216]
vpmadd52luq zmm21, zmm28, zmm17
vpmadd52huq zmm12, zmm29, zmm9
vpbroadcastq zmm0, qword ptr [rdi + 152]
valignq zmm4, zmm8, zmm19, 6
vpaddq zmm10, zmm10, zmm7
vpmadd52luq zmm12, zmm28, zmm23
vpmadd52huq zmm21, zmm28, zmm9
vpmadd52huq zmm12, zmm28, zmm13
vpmadd52luq zmm21, zmm27, zmm23
valignq zmm6, zmm30, zmm8, 6
vpmadd52luq zmm12{k4}, zmm27, zmm0
vpaddq zmm1, zmm1, zmm14
vpmadd52huq zmm21, zmm27, zmm13
vpmadd52huq zmm12{k3}, zmm27, zmm20
vpbroadcastq zmm11, qword ptr [rdi + 288]
vpxorq zmm15, zmm15, zmm15
vpxorq zmm19, zmm19, zmm19
valignq zmm7, zmm12, zmm30, 5
vpaddq zmm18, zmm18, zmm16
vpmadd52luq zmm15, zmm29, zmm11
vpbroadcastq zmm9, qword ptr [rdi + 224]
vpmadd52luq zmm19, zmm28, zmm11
vpmadd52huq zmm15, zmm29, zmm17
vpbroadcastq zmm8, qword ptr [rdi + 160]
valignq zmm14, zmm21, zmm12, 5
vpaddq zmm10, zmm10, zmm4
vpmadd52luq zmm15, zmm28, zmm9
vpmadd52huq zmm19, zmm28, zmm17
vpmadd52huq zmm15, zmm28, zmm23
vpmadd52luq zmm19, zmm27, zmm9
valignq zmm13, zmm30, zmm21, 5
vpmadd52luq zmm15{k5}, zmm27, zmm8
vpaddq zmm1, zmm1, zmm6
vpmadd52huq zmm19, zmm27, zmm23
vpmadd52huq zmm15{k4}, zmm27, zmm0
vpbroadcastq zmm20, qword ptr [rdi + 296]
vpxorq zmm16, zmm16, zmm16
vpxorq zmm12, zmm12, zmm12
valignq zmm4, zmm15, zmm30, 4
vpaddq zmm18, zmm18, zmm7
vpmadd52luq zmm16, zmm29, zmm20
vpbroadcastq zmm17, qword ptr [rdi + 232]
vpmadd52luq zmm12, zmm28, zmm20
vpmadd52huq zmm16, zmm29, zmm11
vpbroadcastq zmm21, qword ptr [rdi + 168]
valignq zmm6, zmm19, zmm15, 4
vpaddq zmm10, zmm10, zmm14
vpmadd52luq zmm16, zmm28, zmm17
vpmadd52huq zmm12, zmm28, zmm11
vpmadd52huq zmm16, zmm28, zmm9
vpmadd52luq zmm12, zmm27, zmm17
valignq zmm23, zmm30, zmm19, 4
vpmadd52luq zmm16{k6}, zmm27, zmm21
vpaddq zmm1, zmm1, zmm13
vpmadd52huq zmm12, zmm27, zmm9
vpmadd52huq zmm16{k5}, zmm27, zmm8
vpbroadcastq zmm0, qword ptr [rdi + 304]
vpxorq zmm7, zmm7, zmm7
vpxorq zmm15, zmm15, zmm15
valignq zmm14, zmm16, zmm30, 3
vpaddq zmm18, zmm18, zmm4
vpmadd52luq zmm7, zmm29, zmm0
vpbroadcastq zmm11, qword ptr [rdi + 240]
vpmadd52luq zmm15, zmm28, zmm0
vpmadd52huq zmm7, zmm29, zmm20
vpbroadcastq zmm19, qword ptr [rdi + 176]
valignq zmm13, zmm12, zmm16, 3
vpaddq zmm10, zmm10, zmm6
vpmadd52luq zmm7, zmm28, zmm11
vpmadd52huq zmm15, zmm28, zmm20
vpmadd52huq zmm7, zmm28, zmm17
vpmadd52luq zmm15, zmm27, zmm11
valignq zmm9, zmm30, zmm12, 3
vpmadd52luq zmm7{k7}, zmm27, zmm19
vpaddq zmm1, zmm1, zmm23
vpmadd52huq zmm15, zmm27, zmm17
vpmadd52huq zmm7{k6}, zmm27, zmm21
vpxorq zmm8, zmm8, zmm8
vpbroadcastq zmm4, qword ptr [rdi + 312]
vpxorq zmm16, zmm16, zmm16
valignq zmm6, zmm7, zmm30, 2
vpaddq zmm18, zmm18, zmm14
vpmadd52luq zmm8, zmm29, zmm4
vpmadd52luq zmm16, zmm28, zmm4
vpbroadcastq zmm20, qword ptr [rdi + 248]
vpmadd52huq zmm8, zmm29, zmm0
valignq zmm12, zmm15, zmm7, 2
vpaddq zmm10, zmm10, zmm13
vpmadd52huq zmm16, zmm28, zmm0
vpmadd52luq zmm8, zmm28, zmm20
vpmadd52luq zmm16, zmm27, zmm20
vpmadd52huq zmm8, zmm28, zmm11
valignq zmm23, zmm30, zmm15, 2
vpaddq zmm1, zmm1, zmm9
vpmadd52huq zmm16, zmm27, zmm11
vpmadd52huq zmm8{k7}, zmm27, zmm19
valignq zmm17, zmm8, zmm30, 1
vpxorq zmm21, zmm21, zmm21
vpxorq zmm14, zmm14, zmm14
vpaddq zmm18, zmm18, zmm6
valignq zmm7, zmm16, zmm8, 1
vpaddq zmm10, zmm10, zmm12
vpmadd52huq zmm21, zmm29, zmm4
vpmadd52huq zmm14, zmm28, zmm4
valignq zmm13, zmm30, zmm16, 1
vpaddq zmm1, zmm1, zmm23
vpmadd52huq zmm21, zmm28, zmm20
vpmadd52huq zmm14, zmm27, zmm20
vpaddq zmm18, zmm18, zmm17
vpaddq zmm10, zmm10, zmm7
vpaddq zmm1, zmm1, zmm13
vpaddq zmm10, zmm10, zmm21
vpaddq zmm1, zmm1, zmm14
vpxorq zmm0, zmm0, zmm0
vpmadd52luq zmm0, zmm27, zmm27
vpxorq zmm15, zmm15, zmm15
vpmadd52huq zmm15, zmm27, zmm27
vmovdqa64 zmm9, zmmword ptr [r8]
vpermi2q zmm9, zmm0, zmm15
vmovdqa64 zmm11, zmmword ptr [r8 + 64]
vpermi2q zmm11, zmm0, zmm15
vpxorq zmm19, zmm19, zmm19
vpmadd52luq zmm19, zmm26, zmm26
vpxorq zmm6, zmm6, zmm6
vpmadd52huq zmm6, zmm26, zmm26
vmovdqa64 zmm8, zmmword ptr [r8]
vpermi2q zmm8, zmm19, zmm6
vmovdqa64 zmm12, zmmword ptr [r8 + 64]
vpermi2q zmm12, zmm19, zmm6
vpxorq zmm4, zmm4, zmm4
vpmadd52luq zmm4, zmm25, zmm25
vpxorq zmm16, zmm16, zmm16
vpmadd52huq zmm16, zmm25, zmm25
vmovdqa64 zmm23, zmmword ptr [r8]
vpermi2q zmm23, zmm4, zmm16
vmovdqa64 zmm20, zmmword ptr [r8 + 64]
vpermi2q zmm20, zmm4, zmm16
vpxorq zmm17, zmm17, zmm17
vpmadd52luq zmm17, zmm24, zmm24
vpaddq zmm7, zmm10, zmm10
vpaddq zmm13, zmm7, zmm11
vpaddq zmm21, zmm1, zmm1
vpaddq zmm14, zmm21, zmm8
vpaddq zmm27, zmm2, zmm2
vpaddq zmm0, zmm27, zmm12
vpaddq zmm15, zmm3, zmm3
vpaddq zmm26, zmm15, zmm23
vpaddq zmm19, zmm5, zmm5
vpaddq zmm6, zmm19, zmm20
vpaddq zmm25, zmm22, zmm22
vpaddq zmm4, zmm25, zmm17
vpsrlq zmm16, zmm13, 52
vpandq zmm24, zmm13, zmm31
valignq zmm10, zmm16, zmm30, 7
vpaddq zmm11, zmm24, zmm10
vmovdqa64 zmmword ptr [rsi], zmm11
vpsrlq zmm7, zmm14, 52
vpandq zmm1, zmm14, zmm31
valignq zmm8, zmm7, zmm16, 7
vpaddq zmm21, zmm1, zmm8
vmovdqa64 zmmword ptr [rsi + 64], zmm21
vporq zmm2, zmm11, zmm21
vpsrlq zmm12, zmm0, 52
vpandq zmm27, zmm0, zmm31
valignq zmm3, zmm12, zmm7, 7
vpaddq zmm23, zmm27, zmm3
vmovdqa64 zmmword ptr [rsi + 128], zmm23
vporq zmm15, zmm2, zmm23
vpsrlq zmm5, zmm26, 52
vpandq zmm20, zmm26, zmm31
valignq zmm19, zmm5, zmm12, 7
vpaddq zmm22, zmm20, zmm19
vmovdqa64 zmmword ptr [rsi + 192], zmm22
vporq zmm17, zmm15, zmm22
vpsrlq zmm25, zmm6, 52
vpandq zmm13, zmm6, zmm31
valignq zmm24, zmm25, zmm5, 7
vpaddq zmm10, zmm13, zmm24
vmovdqa64 zmmword ptr [rsi + 256], zmm10
vporq zmm14, zmm17, zmm10
vpsrlq zmm16, zmm4, 52
vpandq zmm1, zmm4, zmm31
valignq zmm8, zmm16, zmm25, 7
vpaddq zmm11, zmm1, zmm8
vmovdqa64 zmmword ptr [rsi + 320], zmm11
vporq zmm21, zmm14, zmm11
vpcmpuq k0, zmm21, zmm31, 6
vpbroadcastq zmm0, qword ptr [rdi]
vpbroadcastq zmm7, qword ptr [rdi + 64]
vpxorq zmm27, zmm27, zmm27
vpxorq zmm3, zmm3, zmm3
vpxorq zmm2, zmm2, zmm2
vpxorq zmm23, zmm23, zmm23
vpbroadcastq zmm26, qword ptr [rdi + 128]
vpbroadcastq zmm12, qword ptr [rdi + 192]
vpmadd52luq zmm27, zmm29, zmm26
vpmadd52luq zmm3, zmm29, zmm12
vpmadd52luq zmm2{k1}, zmm29, zmm0
vpmadd52luq zmm23, zmm29, zmm7
vpmadd52luq zmm27{k1}, zmm28, zmm7
vpmadd52luq zmm3, zmm28, zmm26
vpbroadcastq zmm20, qword ptr [rdi + 8]
vpxorq zmm19, zmm19, zmm19
vpxorq zmm15, zmm15, zmm15
vpbroadcastq zmm22, qword ptr [rdi + 72]
vpxorq zmm6, zmm6, zmm6
vpxorq zmm5, zmm5, zmm5
vpbroadcastq zmm13, qword ptr [rdi + 136]
vpmadd52luq zmm19, zmm29, zmm13
vpbroadcastq zmm24, qword ptr [rdi + 200]
vpmadd52luq zmm15, zmm29, zmm24
vpmadd52luq zmm6{k2}, zmm29, zmm20
vpmadd52luq zmm5, zmm29, zmm22
vpmadd52huq zmm19, zmm29, zmm26
vpmadd52huq zmm15, zmm29, zmm12
vpmadd52luq zmm19{k2}, zmm28, zmm22
vpmadd52luq zmm15, zmm28, zmm13
vpmadd52huq zmm6{k1}, zmm29, zmm0
vpmadd52huq zmm5, zmm29, zmm7
vpmadd52huq zmm19{k1}, zmm28, zmm7
vpmadd52huq zmm15, zmm28, zmm26
vpbroadcastq zmm17, qword ptr [rdi + 16]
valignq zmm10, zmm6, zmm30, 7
vpxorq zmm4, zmm4, zmm4
vpxorq zmm25, zmm25, zmm25
vpbroadcastq zmm16, qword ptr [rdi + 80]
vpxorq zmm1, zmm1, zmm1
vpxorq zmm8, zmm8, zmm8
valignq zmm14, zmm5, zmm6, 7
vpbroadcastq zmm11, qword ptr [rdi + 144]
vpmadd52luq zmm4, zmm29, zmm11
vpbroadcastq zmm21, qword ptr [rdi + 208]
vpmadd52luq zmm25, zmm29, zmm21
valignq zmm12, zmm19, zmm5, 7
vpmadd52luq zmm1{k3}, zmm29, zmm17
vpmadd52luq zmm8, zmm29, zmm16
vpmadd52huq zmm4, zmm29, zmm13
vpmadd52huq zmm25, zmm29, zmm24
valignq zmm0, zmm15, zmm19, 7
vpmadd52luq zmm4{k3}, zmm28, zmm16
vpmadd52luq zmm25, zmm28, zmm11
valignq zmm7, zmm30, zmm15, 7
vpmadd52huq zmm1{k2}, zmm29, zmm20
vpmadd52huq zmm8, zmm29, zmm22
vpmadd52huq zmm4{k2}, zmm28, zmm22
vpmadd52huq zmm25, zmm28, zmm13
vpbroadcastq zmm26, qword ptr [rdi + 24]
valignq zmm6, zmm1, zmm30, 6
vpxorq zmm5, zmm5, zmm5
vpxorq zmm24, zmm24, zmm24
vpaddq zmm2, zmm2, zmm10
vpbroadcastq zmm19, qword ptr [rdi + 88]
vpxorq zmm15, zmm15, zmm15
vpxorq zmm20, zmm20, zmm20
valignq zmm22, zmm8, zmm1, 6
vpbroadcastq zmm13, qword ptr [rdi + 152]
vpmadd52luq zmm5, zmm29, zmm13
vpbroadcastq zmm10, qword ptr [rdi + 216]
vpmadd52luq zmm24, zmm29, zmm10
vpaddq zmm23, zmm23, zmm14
valignq zmm1, zmm4, zmm8, 6
vpmadd52luq zmm15{k4}, zmm29, zmm26
vpmadd52luq zmm20, zmm29, zmm19
vpmadd52huq zmm5, zmm29, zmm11
vpmadd52huq zmm24, zmm29, zmm21
vpaddq zmm27, zmm27, zmm12
valignq zmm14, zmm25, zmm4, 6
vpaddq zmm3, zmm3, zmm0
vpmadd52luq zmm5{k4}, zmm28, zmm19
vpmadd52luq zmm24, zmm28, zmm13
valignq zmm8, zmm30, zmm25, 6
vpmadd52huq zmm15{k3}, zmm29, zmm17
vpmadd52huq zmm20, zmm29, zmm16
vpaddq zmm18, zmm18, zmm7
vpmadd52huq zmm5{k3}, zmm28, zmm16
vpmadd52huq zmm24, zmm28, zmm11
vpbroadcastq zmm21, qword ptr [rdi + 32]
valignq zmm12, zmm15, zmm30, 5
vpxorq zmm4, zmm4, zmm4
vpxorq zmm0, zmm0, zmm0
vpaddq zmm2, zmm2, zmm6
vpbroadcastq zmm25, qword ptr [rdi + 96]
vpxorq zmm17, zmm17, zmm17
vpxorq zmm7, zmm7, zmm7
valignq zmm16, zmm20, zmm15, 5
vpbroadcastq zmm11, qword ptr [rdi + 160]
vpmadd52luq zmm4, zmm29, zmm11
vpbroadcastq zmm6, qword ptr [rdi + 224]
vpmadd52luq zmm0, zmm29, zmm6
vpaddq zmm23, zmm23, zmm22
valignq zmm15, zmm5, zmm20, 5
vpmadd52luq zmm17{k5}, zmm29, zmm21
vpmadd52luq zmm7, zmm29, zmm25
vpmadd52huq zmm4, zmm29, zmm13
vpmadd52huq zmm0, zmm29, zmm10
vpaddq zmm27, zmm27, zmm1
valignq zmm22, zmm24, zmm5, 5
vpaddq zmm3, zmm3, zmm14
vpmadd52luq zmm4{k5}, zmm28, zmm25
vpmadd52luq zmm0, zmm28, zmm11
valignq zmm20, zmm30, zmm24, 5
vpmadd52huq zmm17{k4}, zmm29, zmm26
vpmadd52huq zmm7, zmm29, zmm19
vpaddq zmm18, zmm18, zmm8
vpmadd52huq zmm4{k4}, zmm28, zmm19
vpmadd52huq zmm0, zmm28, zmm13
vpbroadcastq zmm10, qword ptr [rdi + 40]
valignq zmm1, zmm17, zmm30, 4
vpxorq zmm5, zmm5, zmm5
vpxorq zmm14, zmm14, zmm14
vpaddq zmm2, zmm2, zmm12
vpbroadcastq zmm24, qword ptr [rdi + 104]
vpxorq zmm26, zmm26, zmm26
vpxorq zmm8, zmm8, zmm8
valignq zmm19, zmm7, zmm17, 4
vpbroadcastq zmm13, qword ptr [rdi + 168]
vpmadd52luq zmm5, zmm29, zmm13
vpbroadcastq zmm12, qword ptr [rdi + 232]
vpmadd52luq zmm14, zmm29, zmm12
vpaddq zmm23, zmm23, zmm16
valignq zmm17, zmm4, zmm7, 4
vpmadd52luq zmm26{k6}, zmm29, zmm10
vpmadd52luq zmm8, zmm29, zmm24
vpmadd52huq zmm5, zmm29, zmm11
vpmadd52huq zmm14, zmm29, zmm6
vpaddq zmm27, zmm27, zmm15
valignq zmm16, zmm0, zmm4, 4
vpaddq zmm3, zmm3, zmm22
vpmadd52luq zmm5{k6}, zmm28, zmm24
vpmadd52luq zmm14, zmm28, zmm13
valignq zmm7, zmm30, zmm0, 4
vpmadd52huq zmm26{k5}, zmm29, zmm21
vpmadd52huq zmm8, zmm29, zmm25
vpaddq zmm18, zmm18, zmm20
vpmadd52huq zmm5{k5}, zmm28, zmm25
vpmadd52huq zmm14, zmm28, zmm11
vpbroadcastq zmm6, qword ptr [rdi + 48]
valignq zmm15, zmm26, zmm30, 3
vpxorq zmm4, zmm4, zmm4
vpxorq zmm22, zmm22, zmm22
vpaddq zmm2, zmm2, zmm1
vpbroadcastq zmm0, qword ptr [rdi + 112]
vpxorq zmm21, zmm21, zmm21
vpxorq zmm20, zmm20, zmm20
valignq zmm25, zmm8, zmm26, 3
vpbroadcastq zmm11, qword ptr [rdi + 176]
vpmadd52luq zmm4, zmm29, zmm11
vpbroadcastq zmm1, qword ptr [rdi + 240]
vpmadd52luq zmm22, zmm29, zmm1
vpaddq zmm23, zmm23, zmm19
valignq zmm26, zmm5, zmm8, 3
vpmadd52luq zmm21{k7}, zmm29, zmm6
vpmadd52luq zmm20, zmm29, zmm0
vpmadd52huq zmm4, zmm29, zmm13
vpmadd52huq zmm22, zmm29, zmm12
vpaddq zmm27, zmm27, zmm17
valignq zmm19, zmm14, zmm5, 3
vpaddq zmm3, zmm3, zmm16
vpmadd52luq zmm4{k7}, zmm28, zmm0
vpmadd52luq zmm22, zmm28, zmm11
valignq zmm8, zmm30, zmm14, 3
vpmadd52huq zmm21{k6}, zmm29, zmm10
vpmadd52huq zmm20, zmm29, zmm24
vpaddq zmm18, zmm18, zmm7
vpmadd52huq zmm4{k6}, zmm28, zmm24
vpmadd52huq zmm22, zmm28, zmm13
vpbroadcastq zmm12, qword ptr [rdi + 120]
valignq zmm17, zmm21, zmm30, 2
vpxorq zmm5, zmm5, zmm5
vpxorq zmm16, zmm16, zmm16
vpaddq zmm2, zmm2, zmm15
vpxorq zmm14, zmm14, zmm14
vpbroadcastq zmm10, qword ptr [rdi + 184]
vpxorq zmm7, zmm7, zmm7
valignq zmm24, zmm20, zmm21, 2
vpbroadcastq zmm13, qword ptr [rdi + 248]
vpmadd52luq zmm5, zmm29, zmm13
vpaddq zmm23, zmm23, zmm25
vpmadd52luq zmm16, zmm29, zmm10
valignq zmm15, zmm4, zmm20, 2
vpmadd52luq zmm14, zmm29, zmm12
vpmadd52huq zmm5, zmm29, zmm1
vpaddq zmm27, zmm27, zmm26
vpmadd52huq zmm16, zmm29, zmm11
valignq zmm21, zmm22, zmm4, 2
vpaddq zmm3, zmm3, zmm19
vpmadd52luq zmm5, zmm28, zmm10
vpmadd52huq zmm7{k7}, zmm29, zmm6
valignq zmm25, zmm30, zmm22, 2
vpmadd52huq zmm14, zmm29, zmm0
vpaddq zmm18, zmm18, zmm8
vpmadd52huq zmm16{k7}, zmm28, zmm0
vpmadd52huq zmm5, zmm28, zmm11
valignq zmm20, zmm7, zmm30, 1
vpaddq zmm2, zmm2, zmm17
vpxorq zmm1, zmm1, zmm1
vpxorq zmm26, zmm26, zmm26
vpxorq zmm4, zmm4, zmm4
valignq zmm19, zmm14, zmm7, 1
vpaddq zmm23, zmm23, zmm24
valignq zmm6, zmm16, zmm14, 1
vpmadd52huq zmm1, zmm29, zmm13
vpaddq zmm27, zmm27, zmm15
valignq zmm22, zmm5, zmm16, 1
vpaddq zmm3, zmm3, zmm21
vpmadd52huq zmm26, zmm29, zmm12
vpmadd52huq zmm4, zmm29, zmm10
valignq zmm8, zmm30, zmm5, 1
vpmadd52huq zmm1, zmm28, zmm10
vpaddq zmm18, zmm18, zmm25
vpaddq zmm2, zmm2, zmm20
vpaddq zmm23, zmm23, zmm19
vpaddq zmm27, zmm27, zmm6
vpaddq zmm3, zmm3, zmm22
vpaddq zmm18, zmm18, zmm8
vpaddq zmm27, zmm27, zmm26
vpaddq zmm3, zmm3, zmm4
vpaddq zmm18, zmm18, zmm1
vpxorq zmm0, zmm0, zmm0
vpmadd52luq zmm0, zmm29, zmm29
vpxorq zmm11, zmm11, zmm11
vpmadd52huq zmm11, zmm29, zmm29
vmovdqa64 zmm17, zmmword ptr [r8]
vpermi2q zmm17, zmm0, zmm11
vmovdqa64 zmm7, zmmword ptr [r8 + 64]
vpermi2q zmm7, zmm0, zmm11
vpxorq zmm24, zmm24, zmm24
vpmadd52luq zmm24, zmm28, zmm28
vpxorq zmm14, zmm14, zmm14
vpmadd52huq zmm14, zmm28, zmm28
vmovdqa64 zmm13, zmmword ptr [r8]
vpermi2q zmm13, zmm24, zmm14
vmovdqa64 zmm15, zmmword ptr [r8 + 64]
vpermi2q zmm15, zmm24, zmm14
vpaddq zmm16, zmm2, zmm2
vpaddq zmm21, zmm16, zmm17
vpaddq zmm12, zmm23, zmm23
vpaddq zmm5, zmm12, zmm7
vpaddq zmm10, zmm27, zmm27
vpaddq zmm25, zmm10, zmm13
vpaddq zmm20, zmm3, zmm3
vpaddq zmm19, zmm20, zmm15
vpaddq zmm6, zmm18, zmm18
vpaddq zmm22, zmm6, zmm9
kortestb k0, k0
jne 7f
vpbroadcastq zmm8, qword ptr [rsi]
vmovdqa64 zmm26, zmmword ptr [rdx - 6464]
vpxorq zmm4, zmm4, zmm4
vpmadd52luq zmm4, zmm8, zmm26
vpxorq zmm1, zmm1, zmm1
vpmadd52huq zmm1, zmm8, zmm26
vmovdqa64 zmm29, zmmword ptr [rdx - 6400]
vpxorq zmm0, zmm0, zmm0
vpmadd52luq zmm0, zmm8, zmm29
vpxorq zmm11, zmm11, zmm11
vpmadd52huq zmm11, zmm8, zmm29
vmovdqa64 zmm28, zmmword ptr [rdx - 6336]
vpxorq zmm24, zmm24, zmm24
vpmadd52luq zmm24, zmm8, zmm28
vpxorq zmm14, zmm14, zmm14
vpmadd52huq zmm14, zmm8, zmm28
vmovdqa64 zmm2, zmmword ptr [rdx - 6272]
vpxorq zmm17, zmm17, zmm17
vpmadd52luq zmm17, zmm8, zmm2
vpxorq zmm16, zmm16, zmm16
vpmadd52huq zmm16, zmm8, zmm2
vpbroadcastq zmm23, qword ptr [rsi + 8]
vmovdqa64 zmm7, zmmword ptr [rdx - 6144]
vpmadd52luq zmm4, zmm23, zmm7
vpmadd52huq zmm1, zmm23, zmm7
vmovdqa64 zmm12, zmmword ptr [rdx - 6080]
vpmadd52luq zmm0, zmm23, zmm12
vpmadd52huq zmm11, zmm23, zmm12
vmovdqa64 zmm27, zmmword ptr [rdx - 6016]
vpmadd52luq zmm24, zmm23, zmm27
vpmadd52huq zmm14, zmm23, zmm27
vmovdqa64 zmm13, zmmword ptr [rdx - 5952]
vpmadd52luq zmm17, zmm23, zmm13
vpmadd52huq zmm16, zmm23, zmm13
vpbroadcastq zmm10, qword ptr [rsi + 16]
vmovdqa64 zmm3, zmmword ptr [rdx - 5824]
vpmadd52luq zmm4, zmm10, zmm3
vpmadd52huq zmm1, zmm10, zmm3
vmovdqa64 zmm15, zmmword ptr [rdx - 5760]
vpmadd52luq zmm0, zmm10, zmm15
vpmadd52huq zmm11, zmm10, zmm15
vmovdqa64 zmm20, zmmword ptr [rdx - 5696]
vpmadd52luq zmm24, zmm10, zmm20
vpmadd52huq zmm14, zmm10, zmm20
vmovdqa64 zmm18, zmmword ptr [rdx - 5632]
vpmadd52luq zmm17, zmm10, zmm18
vpmadd52huq zmm16, zmm10, zmm18
vpbroadcastq zmm9, qword ptr [rsi + 24]
vmovdqa64 zmm6, zmmword ptr [rdx - 5504]
vpmadd52luq zmm4, zmm9, zmm6
vpmadd52huq zmm1, zmm9, zmm6
vmovdqa64 zmm26, zmmword ptr [rdx - 5440]
vpmadd52luq zmm0, zmm9, zmm26
vpmadd52huq zmm11, zmm9, zmm26
vmovdqa64 zmm29, zmmword ptr [rdx - 5376]
vpmadd52luq zmm24, zmm9, zmm29
vpmadd52huq zmm14, zmm9, zmm29
vmovdqa64 zmm28, zmmword ptr [rdx - 5312]
vpmadd52luq zmm17, zmm9, zmm28
vpmadd52huq zmm16, zmm9, zmm28
vpbroadcastq zmm8, qword ptr [rsi + 32]
vmovdqa64 zmm2, zmmword ptr [rdx - 5184]
vpmadd52luq zmm4, zmm8, zmm2
vpmadd52huq zmm1, zmm8, zmm2
vmovdqa64 zmm7, zmmword ptr [rdx - 5120]
vpmadd52luq zmm0, zmm8, zmm7
vpmadd52huq zmm11, zmm8, zmm7
vmovdqa64 zmm12, zmmword ptr [rdx - 5056]
vpmadd52luq zmm24, zmm8, zmm12
vpmadd52huq zmm14, zmm8, zmm12
vmovdqa64 zmm27, zmmword ptr [rdx - 4992]
vpmadd52luq zmm17, zmm8, zmm27
vpmadd52huq zmm16, zmm8, zmm27
vpbroadcastq zmm23, qword ptr [rsi + 40]
vmovdqa64 zmm13, zmmword ptr [rdx - 4864]
vpmadd52luq zmm4, zmm23, zmm13
vpmadd52huq zmm1, zmm23, zmm13
vmovdqa64 zmm3, zmmword ptr [rdx - 4800]
vpmadd52luq zmm0, zmm23, zmm3
vpmadd52huq zmm11, zmm23, zmm3
vmovdqa64 zmm15, zmmword ptr [rdx - 4736]
vpmadd52luq zmm24, zmm23, zmm15
vpmadd52huq zmm14, zmm23, zmm15
vmovdqa64 zmm20, zmmword ptr [rdx - 4672]
vpmadd52luq zmm17, zmm23, zmm20
vpmadd52huq zmm16, zmm23, zmm20
vpbroadcastq zmm10, qword ptr [rsi + 48]
vmovdqa64 zmm18, zmmword ptr [rdx - 4544]
vpmadd52luq zmm4, zmm10, zmm18
vpmadd52huq zmm1, zmm10, zmm18
vmovdqa64 zmm6, zmmword ptr [rdx - 4480]
vpmadd52luq zmm0, zmm10, zmm6
vpmadd52huq zmm11, zmm10, zmm6
vmovdqa64 zmm26, zmmword ptr [rdx - 4416]
vpmadd52luq zmm24, zmm10, zmm26
vpmadd52huq zmm14, zmm10, zmm26
vmovdqa64 zmm29, zmmword ptr [rdx - 4352]
vpmadd52luq zmm17, zmm10, zmm29
vpmadd52huq zmm16, zmm10, zmm29
vpbroadcastq zmm9, qword ptr [rsi + 56]
vmovdqa64 zmm28, zmmword ptr [rdx - 4224]
vpmadd52luq zmm4, zmm9, zmm28
vpmadd52huq zmm1, zmm9, zmm28
vmovdqa64 zmm2, zmmword ptr [rdx - 4160]
vpmadd52luq zmm0, zmm9, zmm2
vpmadd52huq zmm11, zmm9, zmm2
vmovdqa64 zmm7, zmmword ptr [rdx - 4096]
vpmadd52luq zmm24, zmm9, zmm7
vpmadd52huq zmm14, zmm9, zmm7
vmovdqa64 zmm12, zmmword ptr [rdx - 4032]
vpmadd52luq zmm17, zmm9, zmm12
vpmadd52huq zmm16, zmm9, zmm12
vpbroadcastq zmm8, qword ptr [rsi + 64]
vmovdqa64 zmm27, zmmword ptr [rdx - 3904]
vpmadd52luq zmm4, zmm8, zmm27
vpmadd52huq zmm1, zmm8, zmm27
vmovdqa64 zmm13, zmmword ptr [rdx - 3840]
vpmadd52luq zmm0, zmm8, zmm13
vpmadd52huq zmm11, zmm8, zmm13
vmovdqa64 zmm3, zmmword ptr [rdx - 3776]
vpmadd52luq zmm24, zmm8, zmm3
vpmadd52huq zmm14, zmm8, zmm3
vmovdqa64 zmm15, zmmword ptr [rdx - 3712]
vpmadd52luq zmm17, zmm8, zmm15
vpmadd52huq zmm16, zmm8, zmm15
vpbroadcastq zmm23, qword ptr [rsi + 72]
vmovdqa64 zmm20, zmmword ptr [rdx - 3584]
vpmadd52luq zmm4, zmm23, zmm20
vpmadd52huq zmm1, zmm23, zmm20
vmovdqa64 zmm18, zmmword ptr [rdx - 3520]
vpmadd52luq zmm0, zmm23, zmm18
vpmadd52huq zmm11, zmm23, zmm18
vmovdqa64 zmm6, zmmword ptr [rdx - 3456]
vpmadd52luq zmm24, zmm23, zmm6
vpmadd52huq zmm14, zmm23, zmm6
vmovdqa64 zmm26, zmmword ptr [rdx - 3392]
vpmadd52luq zmm17, zmm23, zmm26
vpmadd52huq zmm16, zmm23, zmm26
vpbroadcastq zmm10, qword ptr [rsi + 80]
vmovdqa64 zmm29, zmmword ptr [rdx - 3264]
vpmadd52luq zmm4, zmm10, zmm29
vpmadd52huq zmm1, zmm10, zmm29
vmovdqa64 zmm28, zmmword ptr [rdx - 3200]
vpmadd52luq zmm0, zmm10, zmm28
vpmadd52huq zmm11, zmm10, zmm28
vmovdqa64 zmm2, zmmword ptr [rdx - 3136]
vpmadd52luq zmm24, zmm10, zmm2
vpmadd52huq zmm14, zmm10, zmm2
vmovdqa64 zmm7, zmmword ptr [rdx - 3072]
vpmadd52luq zmm17, zmm10, zmm7
vpmadd52huq zmm16, zmm10, zmm7
vpbroadcastq zmm9, qword ptr [rsi + 88]
vmovdqa64 zmm12, zmmword ptr [rdx - 2944]
vpmadd52luq zmm4, zmm9, zmm12
vpmadd52huq zmm1, zmm9, zmm12
vmovdqa64 zmm27, zmmword ptr [rdx - 2880]
vpmadd52luq zmm0, zmm9, zmm27
vpmadd52huq zmm11, zmm9, zmm27
vmovdqa64 zmm13, zmmword ptr [rdx - 2816]
vpmadd52luq zmm24, zmm9, zmm13
vpmadd52huq zmm14, zmm9, zmm13
vmovdqa64 zmm3, zmmword ptr [rdx - 2752]
vpmadd52luq zmm17, zmm9, zmm3
vpmadd52huq zmm16, zmm9, zmm3
vpbroadcastq zmm8, qword ptr [rsi + 96]
vmovdqa64 zmm15, zmmword ptr [rdx - 2624]
vpmadd52luq zmm4, zmm8, zmm15
vpmadd52huq zmm1, zmm8, zmm15
vmovdqa64 zmm20, zmmword ptr [rdx - 2560]
vpmadd52luq zmm0, zmm8, zmm20
vpmadd52huq zmm11, zmm8, zmm20
vmovdqa64 zmm18, zmmword ptr [rdx - 2496]
vpmadd52luq zmm24, zmm8, zmm18
vpmadd52huq zmm14, zmm8, zmm18
vmovdqa64 zmm6, zmmword ptr [rdx - 2432]
vpmadd52luq zmm17, zmm8, zmm6
vpmadd52huq zmm16, zmm8, zmm6
vpbroadcastq zmm23, qword ptr [rsi + 104]
vmovdqa64 zmm26, zmmword ptr [rdx - 2304]
vpmadd52luq zmm4, zmm23, zmm26
vpmadd52huq zmm1, zmm23, zmm26
vmovdqa64 zmm29, zmmword ptr [rdx - 2240]
vpmadd52luq zmm0, zmm23, zmm29
vpmadd52huq zmm11, zmm23, zmm29
vmovdqa64 zmm28, zmmword ptr [rdx - 2176]
vpmadd52luq zmm24, zmm23, zmm28
vpmadd52huq zmm14, zmm23, zmm28
vmovdqa64 zmm2, zmmword ptr [rdx - 2112]
vpmadd52luq zmm17, zmm23, zmm2
vpmadd52huq zmm16, zmm23, zmm2
vpbroadcastq zmm10, qword ptr [rsi + 112]
vmovdqa64 zmm7, zmmword ptr [rdx - 1984]
vpmadd52luq zmm4, zmm10, zmm7
vpmadd52huq zmm1, zmm10, zmm7
vmovdqa64 zmm12, zmmword ptr [rdx - 1920]
vpmadd52luq zmm0, zmm10, zmm12
vpmadd52huq zmm11, zmm10, zmm12
vmovdqa64 zmm27, zmmword ptr [rdx - 1856]
vpmadd52luq zmm24, zmm10, zmm27
vpmadd52huq zmm14, zmm10, zmm27
vmovdqa64 zmm13, zmmword ptr [rdx - 1792]
vpmadd52luq zmm17, zmm10, zmm13
vpmadd52huq zmm16, zmm10, zmm13
vpbroadcastq zmm9, qword ptr [rsi + 120]
vmovdqa64 zmm3, zmmword ptr [rdx - 1664]
vpmadd52luq zmm4, zmm9, zmm3
vpmadd52huq zmm1, zmm9, zmm3
vmovdqa64 zmm15, zmmword ptr [rdx - 1600]
vpmadd52luq zmm0, zmm9, zmm15
vpmadd52huq zmm11, zmm9, zmm15
vmovdqa64 zmm20, zmmword ptr [rdx - 1536]
vpmadd52luq zmm24, zmm9, zmm20
vpmadd52huq zmm14, zmm9, zmm20
vmovdqa64 zmm18, zmmword ptr [rdx - 1472]
vpmadd52luq zmm17, zmm9, zmm18
vpmadd52huq zmm16, zmm9, zmm18
vpbroadcastq zmm8, qword ptr [rsi + 128]
vmovdqa64 zmm6, zmmword ptr [rdx - 1344]
vpmadd52luq zmm4, zmm8, zmm6
vpmadd52huq zmm1, zmm8, zmm6
vmovdqa64 zmm26, zmmword ptr [rdx - 1280]
vpmadd52luq zmm0, zmm8, zmm26
vpmadd52huq zmm11, zmm8, zmm26
vmovdqa64 zmm29, zmmword ptr [rdx - 1216]
vpmadd52luq zmm24, zmm8, zmm29
vpmadd52huq zmm14, zmm8, zmm29
vmovdqa64 zmm28, zmmword ptr [rdx - 1152]
vpmadd52luq zmm17, zmm8, zmm28
vpmadd52huq zmm16, zmm8, zmm28
vpbroadcastq zmm23, qword ptr [rsi + 136]
vmovdqa64 zmm2, zmmword ptr [rdx - 1024]
vpmadd52luq zmm4, zmm23, zmm2
vpmadd52huq zmm1, zmm23, zmm2
vmovdqa64 zmm7, zmmword ptr [rdx - 960]
vpmadd52luq zmm0, zmm23, zmm7
vpmadd52huq zmm11, zmm23, zmm7
vmovdqa64 zmm12, zmmword ptr [rdx - 896]
vpmadd52luq zmm24, zmm23, zmm12
vpmadd52huq zmm14, zmm23, zmm12
vmovdqa64 zmm27, zmmword ptr [rdx - 832]
vpmadd52luq zmm17, zmm23, zmm27
vpmadd52huq zmm16, zmm23, zmm27
vpbroadcastq zmm10, qword ptr [rsi + 144]
vmovdqa64 zmm13, zmmword ptr [rdx - 704]
vpmadd52luq zmm4, zmm10, zmm13
vpmadd52huq zmm1, zmm10, zmm13
vmovdqa64 zmm3, zmmword ptr [rdx - 640]
vpmadd52luq zmm0, zmm10, zmm3
vpmadd52huq zmm11, zmm10, zmm3
vmovdqa64 zmm15, zmmword ptr [rdx - 576]
vpmadd52luq zmm24, zmm10, zmm15
vpmadd52huq zmm14, zmm10, zmm15
vmovdqa64 zmm20, zmmword ptr [rdx - 512]
vpmadd52luq zmm17, zmm10, zmm20
vpmadd52huq zmm16, zmm10, zmm20
vpbroadcastq zmm9, qword ptr [rsi + 152]
vmovdqa64 zmm18, zmmword ptr [rdx - 384]
vpmadd52luq zmm4, zmm9, zmm18
vpmadd52huq zmm1, zmm9, zmm18
vmovdqa64 zmm6, zmmword ptr [rdx - 320]
vpmadd52luq zmm0, zmm9, zmm6
vpmadd52huq zmm11, zmm9, zmm6
vmovdqa64 zmm26, zmmword ptr [rdx - 256]
vpmadd52luq zmm24, zmm9, zmm26
vpmadd52huq zmm14, zmm9, zmm26
vmovdqa64 zmm29, zmmword ptr [rdx - 192]
vpmadd52luq zmm17, zmm9, zmm29
vpmadd52huq zmm16, zmm9, zmm29
vpbroadcastq zmm8, qword ptr [rsi + 160]
vmovdqa64 zmm28, zmmword ptr [rdx - 64]
vpmadd52luq zmm4, zmm8, zmm28
vpmadd52huq zmm1, zmm8, zmm28
vmovdqa64 zmm2, zmmword ptr [rdx]
vpmadd52luq zmm0, zmm8, zmm2
vpmadd52huq zmm11, zmm8, zmm2
vmovdqa64 zmm7, zmmword ptr [rdx + 64]
vpmadd52luq zmm24, zmm8, zmm7
vpmadd52huq zmm14, zmm8, zmm7
vmovdqa64 zmm12, zmmword ptr [rdx + 128]
vpmadd52luq zmm17, zmm8, zmm12
vpmadd52huq zmm16, zmm8, zmm12
vpbroadcastq zmm23, qword ptr [rsi + 168]
vmovdqa64 zmm27, zmmword ptr [rdx + 256]
vpmadd52luq zmm4, zmm23, zmm27
vpmadd52huq zmm1, zmm23, zmm27
vmovdqa64 zmm13, zmmword ptr [rdx + 320]
vpmadd52luq zmm0, zmm23, zmm13
vpmadd52huq zmm11, zmm23, zmm13
vmovdqa64 zmm3, zmmword ptr [rdx + 384]
vpmadd52luq zmm24, zmm23, zmm3
vpmadd52huq zmm14, zmm23, zmm3
vmovdqa64 zmm15, zmmword ptr [rdx + 448]
vpmadd52luq zmm17, zmm23, zmm15
vpmadd52huq zmm16, zmm23, zmm15
vpbroadcastq zmm10, qword ptr [rsi + 176]
vmovdqa64 zmm20, zmmword ptr [rdx + 576]
vpmadd52luq zmm4, zmm10, zmm20
vpmadd52huq zmm1, zmm10, zmm20
vmovdqa64 zmm18, zmmword ptr [rdx + 640]
vpmadd52luq zmm0, zmm10, zmm18
vpmadd52huq zmm11, zmm10, zmm18
vmovdqa64 zmm6, zmmword ptr [rdx + 704]
vpmadd52luq zmm24, zmm10, zmm6
vpmadd52huq zmm14, zmm10, zmm6
vmovdqa64 zmm26, zmmword ptr [rdx + 768]
vpmadd52luq zmm17, zmm10, zmm26
vpmadd52huq zmm16, zmm10, zmm26
vpbroadcastq zmm9, qword ptr [rsi + 184]
vmovdqa64 zmm29, zmmword ptr [rdx + 896]
vpmadd52luq zmm4, zmm9, zmm29
vpmadd52huq zmm1, zmm9, zmm29
vmovdqa64 zmm28, zmmword ptr [rdx + 960]
vpmadd52luq zmm0, zmm9, zmm28
vpmadd52huq zmm11, zmm9, zmm28
vmovdqa64 zmm2, zmmword ptr [rdx + 1024]
vpmadd52luq zmm24, zmm9, zmm2
vpmadd52huq zmm14, zmm9, zmm2
vmovdqa64 zmm7, zmmword ptr [rdx + 1088]
vpmadd52luq zmm17, zmm9, zmm7
vpmadd52huq zmm16, zmm9, zmm7
vpbroadcastq zmm8, qword ptr [rsi + 192]
vmovdqa64 zmm12, zmmword ptr [rdx + 1216]
vpmadd52luq zmm4, zmm8, zmm12
vpmadd52huq zmm1, zmm8, zmm12
vmovdqa64 zmm27, zmmword ptr [rdx + 1280]
vpmadd52luq zmm0, zmm8, zmm27
vpmadd52huq zmm11, zmm8, zmm27
vmovdqa64 zmm13, zmmword ptr [rdx + 1344]
vpmadd52luq zmm24, zmm8, zmm13
vpmadd52huq zmm14, zmm8, zmm13
vmovdqa64 zmm3, zmmword ptr [rdx + 1408]
vpmadd52luq zmm17, zmm8, zmm3
vpmadd52huq zmm16, zmm8, zmm3
vpbroadcastq zmm23, qword ptr [rsi + 200]
vmovdqa64 zmm15, zmmword ptr [rdx + 1536]
vpmadd52luq zmm4, zmm23, zmm15
vpmadd52huq zmm1, zmm23, zmm15
vmovdqa64 zmm20, zmmword ptr [rdx + 1600]
vpmadd52luq zmm0, zmm23, zmm20
vpmadd52huq zmm11, zmm23, zmm20
vmovdqa64 zmm18, zmmword ptr [rdx + 1664]
vpmadd52luq zmm24, zmm23, zmm18
vpmadd52huq zmm14, zmm23, zmm18
vmovdqa64 zmm6, zmmword ptr [rdx + 1728]
vpmadd52luq zmm17, zmm23, zmm6
vpmadd52huq zmm16, zmm23, zmm6
vpbroadcastq zmm10, qword ptr [rsi + 208]
vmovdqa64 zmm26, zmmword ptr [rdx + 1856]
vpmadd52luq zmm4, zmm10, zmm26
vpmadd52huq zmm1, zmm10, zmm26
vmovdqa64 zmm29, zmmword ptr [rdx + 1920]
vpmadd52luq zmm0, zmm10, zmm29
vpmadd52huq zmm11, zmm10, zmm29
vmovdqa64 zmm28, zmmword ptr [rdx + 1984]
vpmadd52luq zmm24, zmm10, zmm28
vpmadd52huq zmm14, zmm10, zmm28
vmovdqa64 zmm2, zmmword ptr [rdx + 2048]
vpmadd52luq zmm17, zmm10, zmm2
vpmadd52huq zmm16, zmm10, zmm2
vpbroadcastq zmm9, qword ptr [rsi + 216]
vmovdqa64 zmm7, zmmword ptr [rdx + 2176]
vpmadd52luq zmm4, zmm9, zmm7
vpmadd52huq zmm1, zmm9, zmm7
vmovdqa64 zmm12, zmmword ptr [rdx + 2240]
vpmadd52luq zmm0, zmm9, zmm12
vpmadd52huq zmm11, zmm9, zmm12
vmovdqa64 zmm27, zmmword ptr [rdx + 2304]
vpmadd52luq zmm24, zmm9, zmm27
vpmadd52huq zmm14, zmm9, zmm27
vmovdqa64 zmm13, zmmword ptr [rdx + 2368]
vpmadd52luq zmm17, zmm9, zmm13
vpmadd52huq zmm16, zmm9, zmm13
vpbroadcastq zmm8, qword ptr [rsi + 224]
vmovdqa64 zmm3, zmmword ptr [rdx + 2496]
vpmadd52luq zmm4, zmm8, zmm3
vpmadd52huq zmm1, zmm8, zmm3
vmovdqa64 zmm15, zmmword ptr [rdx + 2560]
vpmadd52luq zmm0, zmm8, zmm15
vpmadd52huq zmm11, zmm8, zmm15
vmovdqa64 zmm20, zmmword ptr [rdx + 2624]
vpmadd52luq zmm24, zmm8, zmm20
vpmadd52huq zmm14, zmm8, zmm20
vmovdqa64 zmm18, zmmword ptr [rdx + 2688]
vpmadd52luq zmm17, zmm8, zmm18
vpmadd52huq zmm16, zmm8, zmm18
vpbroadcastq zmm23, qword ptr [rsi + 232]
vmovdqa64 zmm6, zmmword ptr [rdx + 2816]
vpmadd52luq zmm4, zmm23, zmm6
vpmadd52huq zmm1, zmm23, zmm6
vmovdqa64 zmm26, zmmword ptr [rdx + 2880]
vpmadd52luq zmm0, zmm23, zmm26
vpmadd52huq zmm11, zmm23, zmm26
vmovdqa64 zmm29, zmmword ptr [rdx + 2944]
vpmadd52luq zmm24, zmm23, zmm29
vpmadd52huq zmm14, zmm23, zmm29
vmovdqa64 zmm28, zmmword ptr [rdx + 3008]
vpmadd52luq zmm17, zmm23, zmm28
vpmadd52huq zmm16, zmm23, zmm28
vpbroadcastq zmm10, qword ptr [rsi + 240]
vmovdqa64 zmm2, zmmword ptr [rdx + 3136]
vpmadd52luq zmm4, zmm10, zmm2
vpmadd52huq zmm1, zmm10, zmm2
vmovdqa64 zmm7, zmmword ptr [rdx + 3200]
vpmadd52luq zmm0, zmm10, zmm7
vpmadd52huq zmm11, zmm10, zmm7
vmovdqa64 zmm12, zmmword ptr [rdx + 3264]
vpmadd52luq zmm24, zmm10, zmm12
vpmadd52huq zmm14, zmm10, zmm12
vmovdqa64 zmm27, zmmword ptr [rdx + 3328]
vpmadd52luq zmm17, zmm10, zmm27
vpmadd52huq zmm16, zmm10, zmm27
vpbroadcastq zmm9, qword ptr [rsi + 248]
vmovdqa64 zmm13, zmmword ptr [rdx + 3456]
vpmadd52luq zmm4, zmm9, zmm13
vpmadd52huq zmm1, zmm9, zmm13
vmovdqa64 zmm3, zmmword ptr [rdx + 3520]
vpmadd52luq zmm0, zmm9, zmm3
vpmadd52huq zmm11, zmm9, zmm3
vmovdqa64 zmm15, zmmword ptr [rdx + 3584]
vpmadd52luq zmm24, zmm9, zmm15
vpmadd52huq zmm14, zmm9, zmm15
vmovdqa64 zmm20, zmmword ptr [rdx + 3648]
vpmadd52luq zmm17, zmm9, zmm20
vpmadd52huq zmm16, zmm9, zmm20
vpbroadcastq zmm8, qword ptr [rsi + 256]
vmovdqa64 zmm18, zmmword ptr [rdx + 3776]
vpmadd52luq zmm4, zmm8, zmm18
vpmadd52huq zmm1, zmm8, zmm18
vmovdqa64 zmm6, zmmword ptr [rdx + 3840]
vpmadd52luq zmm0, zmm8, zmm6
vpmadd52huq zmm11, zmm8, zmm6
vmovdqa64 zmm26, zmmword ptr [rdx + 3904]
vpmadd52luq zmm24, zmm8, zmm26
vpmadd52huq zmm14, zmm8, zmm26
vmovdqa64 zmm29, zmmword ptr [rdx + 3968]
vpmadd52luq zmm17, zmm8, zmm29
vpmadd52huq zmm16, zmm8, zmm29
vpbroadcastq zmm23, qword ptr [rsi + 264]
vmovdqa64 zmm28, zmmword ptr [rdx + 4096]
vpmadd52luq zmm4, zmm23, zmm28
vpmadd52huq zmm1, zmm23, zmm28
vmovdqa64 zmm2, zmmword ptr [rdx + 4160]
vpmadd52luq zmm0, zmm23, zmm2
vpmadd52huq zmm11, zmm23, zmm2
vmovdqa64 zmm7, zmmword ptr [rdx + 4224]
vpmadd52luq zmm24, zmm23, zmm7
vpmadd52huq zmm14, zmm23, zmm7
vmovdqa64 zmm12, zmmword ptr [rdx + 4288]
vpmadd52luq zmm17, zmm23, zmm12
vpmadd52huq zmm16, zmm23, zmm12
vpbroadcastq zmm10, qword ptr [rsi + 272]
vmovdqa64 zmm27, zmmword ptr [rdx + 4416]
vpmadd52luq zmm4, zmm10, zmm27
vpmadd52huq zmm1, zmm10, zmm27
vmovdqa64 zmm13, zmmword ptr [rdx + 4480]
vpmadd52luq zmm0, zmm10, zmm13
vpmadd52huq zmm11, zmm10, zmm13
vmovdqa64 zmm3, zmmword ptr [rdx + 4544]
vpmadd52luq zmm24, zmm10, zmm3
vpmadd52huq zmm14, zmm10, zmm3
vmovdqa64 zmm15, zmmword ptr [rdx + 4608]
vpmadd52luq zmm17, zmm10, zmm15
vpmadd52huq zmm16, zmm10, zmm15
vpbroadcastq zmm9, qword ptr [rsi + 280]
vmovdqa64 zmm20, zmmword ptr [rdx + 4736]
vpmadd52luq zmm4, zmm9, zmm20
vpmadd52huq zmm1, zmm9, zmm20
vmovdqa64 zmm18, zmmword ptr [rdx + 4800]
vpmadd52luq zmm0, zmm9, zmm18
vpmadd52huq zmm11, zmm9, zmm18
vmovdqa64 zmm6, zmmword ptr [rdx + 4864]
vpmadd52luq zmm24, zmm9, zmm6
vpmadd52huq zmm14, zmm9, zmm6
vmovdqa64 zmm26, zmmword ptr [rdx + 4928]
vpmadd52luq zmm17, zmm9, zmm26
vpmadd52huq zmm16, zmm9, zmm26
vpbroadcastq zmm8, qword ptr [rsi + 288]
vmovdqa64 zmm29, zmmword ptr [rdx + 5056]
vpmadd52luq zmm4, zmm8, zmm29
vpmadd52huq zmm1, zmm8, zmm29
vmovdqa64 zmm28, zmmword ptr [rdx + 5120]
vpmadd52luq zmm0, zmm8, zmm28
vpmadd52huq zmm11, zmm8, zmm28
vmovdqa64 zmm2, zmmword ptr [rdx + 5184]
vpmadd52luq zmm24, zmm8, zmm2
vpmadd52huq zmm14, zmm8, zmm2
vmovdqa64 zmm7, zmmword ptr [rdx + 5248]
vpmadd52luq zmm17, zmm8, zmm7
vpmadd52huq zmm16, zmm8, zmm7
vpbroadcastq zmm23, qword ptr [rsi + 296]
vmovdqa64 zmm12, zmmword ptr [rdx + 5376]
vpmadd52luq zmm4, zmm23, zmm12
vpmadd52huq zmm1, zmm23, zmm12
vmovdqa64 zmm27, zmmword ptr [rdx + 5440]
vpmadd52luq zmm0, zmm23, zmm27
vpmadd52huq zmm11, zmm23, zmm27
vmovdqa64 zmm13, zmmword ptr [rdx + 5504]
vpmadd52luq zmm24, zmm23, zmm13
vpmadd52huq zmm14, zmm23, zmm13
vmovdqa64 zmm3, zmmword ptr [rdx + 5568]
vpmadd52luq zmm17, zmm23, zmm3
vpmadd52huq zmm16, zmm23, zmm3
vpbroadcastq zmm10, qword ptr [rsi + 304]
vmovdqa64 zmm15, zmmword ptr [rdx + 5696]
vpmadd52luq zmm4, zmm10, zmm15
vpmadd52huq zmm1, zmm10, zmm15
vmovdqa64 zmm20, zmmword ptr [rdx + 5760]
vpmadd52luq zmm0, zmm10, zmm20
vpmadd52huq zmm11, zmm10, zmm20
vmovdqa64 zmm18, zmmword ptr [rdx + 5824]
vpmadd52luq zmm24, zmm10, zmm18
vpmadd52huq zmm14, zmm10, zmm18
vmovdqa64 zmm6, zmmword ptr [rdx + 5888]
vpmadd52luq zmm17, zmm10, zmm6
vpmadd52huq zmm16, zmm10, zmm6
vpbroadcastq zmm9, qword ptr [rsi + 312]
vmovdqa64 zmm26, zmmword ptr [rdx + 6016]
vpmadd52luq zmm4, zmm9, zmm26
vpmadd52huq zmm1, zmm9, zmm26
vmovdqa64 zmm29, zmmword ptr [rdx + 6080]
vpmadd52luq zmm0, zmm9, zmm29
vpmadd52huq zmm11, zmm9, zmm29
vmovdqa64 zmm28, zmmword ptr [rdx + 6144]
vpmadd52luq zmm24, zmm9, zmm28
vpmadd52huq zmm14, zmm9, zmm28
vmovdqa64 zmm2, zmmword ptr [rdx + 6208]
vpmadd52luq zmm17, zmm9, zmm2
vpmadd52huq zmm16, zmm9, zmm2
vpbroadcastq zmm8, qword ptr [rsi + 320]
vmovdqa64 zmm7, zmmword ptr [rdx + 6336]
vpmadd52luq zmm4, zmm8, zmm7
vpmadd52huq zmm1, zmm8, zmm7
vmovdqa64 zmm12, zmmword ptr [rdx + 6400]
vpmadd52luq zmm0, zmm8, zmm12
vpmadd52huq zmm11, zmm8, zmm12
vmovdqa64 zmm27, zmmword ptr [rdx + 6464]
vpmadd52luq zmm24, zmm8, zmm27
vpmadd52huq zmm14, zmm8, zmm27
vmovdqa64 zmm13, zmmword ptr [rdx + 6528]
vpmadd52luq zmm17, zmm8, zmm13
vpmadd52huq zmm16, zmm8, zmm13
valignq zmm23, zmm30, zmm16, 7
vpsrlq zmm3, zmm23, 52
valignq zmm15, zmm16, zmm14, 7
vpaddq zmm20, zmm22, zmm17
vpaddq zmm18, zmm20, zmm15
vpsrlq zmm10, zmm18, 52
valignq zmm6, zmm14, zmm11, 7
vpaddq zmm26, zmm19, zmm24
vpaddq zmm29, zmm26, zmm6
vpsrlq zmm28, zmm29, 52
valignq zmm9, zmm11, zmm1, 7
vpaddq zmm2, zmm25, zmm0
vpaddq zmm7, zmm2, zmm9
vpsrlq zmm12, zmm7, 52
vpandq zmm27, zmm23, zmm31
valignq zmm8, zmm3, zmm10, 7
vpaddq zmm24, zmm27, zmm8
vmovdqa64 zmmword ptr [rdi + 320], zmm24
vpandq zmm13, zmm18, zmm31
valignq zmm16, zmm10, zmm28, 7
vpaddq zmm25, zmm13, zmm16
vmovdqa64 zmmword ptr [rdi + 256], zmm25
vporq zmm22, zmm24, zmm25
vpandq zmm17, zmm29, zmm31
valignq zmm15, zmm28, zmm12, 7
vpaddq zmm26, zmm17, zmm15
vmovdqa64 zmmword ptr [rdi + 192], zmm26
vporq zmm20, zmm22, zmm26
vpaddq zmm14, zmm4, zmm5
valignq zmm19, zmm1, zmm30, 7
vpaddq zmm6, zmm14, zmm19
vpsrlq zmm11, zmm6, 52
vpandq zmm0, zmm7, zmm31
valignq zmm9, zmm12, zmm11, 7
vpaddq zmm27, zmm0, zmm9
vmovdqa64 zmmword ptr [rdi + 128], zmm27
vporq zmm2, zmm20, zmm27
vpbroadcastq zmm23, qword ptr [rsi]
vmovdqa64 zmm3, zmmword ptr [rdx - 6528]
vpxorq zmm8, zmm8, zmm8
vpmadd52luq zmm8, zmm23, zmm3
vpxorq zmm18, zmm18, zmm18
vpmadd52huq zmm18, zmm23, zmm3
vpbroadcastq zmm10, qword ptr [rsi + 8]
vmovdqa64 zmm13, zmmword ptr [rdx - 6208]
vpxorq zmm16, zmm16, zmm16
vpmadd52luq zmm16, zmm10, zmm13
vpxorq zmm29, zmm29, zmm29
vpmadd52huq zmm29, zmm10, zmm13
vpbroadcastq zmm28, qword ptr [rsi + 16]
vmovdqa64 zmm17, zmmword ptr [rdx - 5888]
vpxorq zmm15, zmm15, zmm15
vpmadd52luq zmm15, zmm28, zmm17
vpxorq zmm22, zmm22, zmm22
vpmadd52huq zmm22, zmm28, zmm17
vpbroadcastq zmm14, qword ptr [rsi + 24]
vmovdqa64 zmm19, zmmword ptr [rdx - 5568]
vpxorq zmm6, zmm6, zmm6
vpmadd52luq zmm6, zmm14, zmm19
vpxorq zmm7, zmm7, zmm7
vpmadd52huq zmm7, zmm14, zmm19
vpbroadcastq zmm12, qword ptr [rsi + 32]
vmovdqa64 zmm11, zmmword ptr [rdx - 5248]
vpmadd52luq zmm8, zmm12, zmm11
vpmadd52huq zmm18, zmm12, zmm11
vpbroadcastq zmm0, qword ptr [rsi + 40]
vmovdqa64 zmm9, zmmword ptr [rdx - 4928]
vpmadd52luq zmm16, zmm0, zmm9
vpmadd52huq zmm29, zmm0, zmm9
vpbroadcastq zmm20, qword ptr [rsi + 48]
vmovdqa64 zmm23, zmmword ptr [rdx - 4608]
vpmadd52luq zmm15, zmm20, zmm23
vpmadd52huq zmm22, zmm20, zmm23
vpbroadcastq zmm3, qword ptr [rsi + 56]
vmovdqa64 zmm10, zmmword ptr [rdx - 4288]
vpmadd52luq zmm6, zmm3, zmm10
vpmadd52huq zmm7, zmm3, zmm10
vpbroadcastq zmm13, qword ptr [rsi + 64]
vmovdqa64 zmm28, zmmword ptr [rdx - 3968]
vpmadd52luq zmm8, zmm13, zmm28
vpmadd52huq zmm18, zmm13, zmm28
vpbroadcastq zmm17, qword ptr [rsi + 72]
vmovdqa64 zmm14, zmmword ptr [rdx - 3648]
vpmadd52luq zmm16, zmm17, zmm14
vpmadd52huq zmm29, zmm17, zmm14
vpbroadcastq zmm19, qword ptr [rsi + 80]
vmovdqa64 zmm12, zmmword ptr [rdx - 3328]
vpmadd52luq zmm15, zmm19, zmm12
vpmadd52huq zmm22, zmm19, zmm12
vpbroadcastq zmm11, qword ptr [rsi + 88]
vmovdqa64 zmm0, zmmword ptr [rdx - 3008]
vpmadd52luq zmm6, zmm11, zmm0
vpmadd52huq zmm7, zmm11, zmm0
vpbroadcastq zmm9, qword ptr [rsi + 96]
vmovdqa64 zmm20, zmmword ptr [rdx - 2688]
vpmadd52luq zmm8, zmm9, zmm20
vpmadd52huq zmm18, zmm9, zmm20
vpbroadcastq zmm23, qword ptr [rsi + 104]
vmovdqa64 zmm3, zmmword ptr [rdx - 2368]
vpmadd52luq zmm16, zmm23, zmm3
vpmadd52huq zmm29, zmm23, zmm3
vpbroadcastq zmm10, qword ptr [rsi + 112]
vmovdqa64 zmm13, zmmword ptr [rdx - 2048]
vpmadd52luq zmm15, zmm10, zmm13
vpmadd52huq zmm22, zmm10, zmm13
vpbroadcastq zmm28, qword ptr [rsi + 120]
vmovdqa64 zmm17, zmmword ptr [rdx - 1728]
vpmadd52luq zmm6, zmm28, zmm17
vpmadd52huq zmm7, zmm28, zmm17
vpbroadcastq zmm14, qword ptr [rsi + 128]
vmovdqa64 zmm19, zmmword ptr [rdx - 1408]
vpmadd52luq zmm8, zmm14, zmm19
vpmadd52huq zmm18, zmm14, zmm19
vpbroadcastq zmm12, qword ptr [rsi + 136]
vmovdqa64 zmm11, zmmword ptr [rdx - 1088]
vpmadd52luq zmm16, zmm12, zmm11
vpmadd52huq zmm29, zmm12, zmm11
vpbroadcastq zmm0, qword ptr [rsi + 144]
vmovdqa64 zmm9, zmmword ptr [rdx - 768]
vpmadd52luq zmm15, zmm0, zmm9
vpmadd52huq zmm22, zmm0, zmm9
vpbroadcastq zmm20, qword ptr [rsi + 152]
vmovdqa64 zmm23, zmmword ptr [rdx - 448]
vpmadd52luq zmm6, zmm20, zmm23
vpmadd52huq zmm7, zmm20, zmm23
vpbroadcastq zmm3, qword ptr [rsi + 160]
vmovdqa64 zmm10, zmmword ptr [rdx - 128]
vpmadd52luq zmm8, zmm3, zmm10
vpmadd52huq zmm18, zmm3, zmm10
vpbroadcastq zmm13, qword ptr [rsi + 168]
vmovdqa64 zmm28, zmmword ptr [rdx + 192]
vpmadd52luq zmm16, zmm13, zmm28
vpmadd52huq zmm29, zmm13, zmm28
vpbroadcastq zmm17, qword ptr [rsi + 176]
vmovdqa64 zmm14, zmmword ptr [rdx + 512]
vpmadd52luq zmm15, zmm17, zmm14
vpmadd52huq zmm22, zmm17, zmm14
vpbroadcastq zmm19, qword ptr [rsi + 184]
vmovdqa64 zmm12, zmmword ptr [rdx + 832]
vpmadd52luq zmm6, zmm19, zmm12
vpmadd52huq zmm7, zmm19, zmm12
vpbroadcastq zmm11, qword ptr [rsi + 192]
vmovdqa64 zmm0, zmmword ptr [rdx + 1152]
vpmadd52luq zmm8, zmm11, zmm0
vpmadd52huq zmm18, zmm11, zmm0
vpbroadcastq zmm9, qword ptr [rsi + 200]
vmovdqa64 zmm20, zmmword ptr [rdx + 1472]
vpmadd52luq zmm16, zmm9, zmm20
vpmadd52huq zmm29, zmm9, zmm20
vpbroadcastq zmm23, qword ptr [rsi + 208]
vmovdqa64 zmm3, zmmword ptr [rdx + 1792]
vpmadd52luq zmm15, zmm23, zmm3
vpmadd52huq zmm22, zmm23, zmm3
vpbroadcastq zmm10, qword ptr [rsi + 216]
vmovdqa64 zmm13, zmmword ptr [rdx + 2112]
vpmadd52luq zmm6, zmm10, zmm13
vpmadd52huq zmm7, zmm10, zmm13
vpbroadcastq zmm28, qword ptr [rsi + 224]
vmovdqa64 zmm17, zmmword ptr [rdx + 2432]
vpmadd52luq zmm8, zmm28, zmm17
vpmadd52huq zmm18, zmm28, zmm17
vpbroadcastq zmm14, qword ptr [rsi + 232]
vmovdqa64 zmm19, zmmword ptr [rdx + 2752]
vpmadd52luq zmm16, zmm14, zmm19
vpmadd52huq zmm29, zmm14, zmm19
vpbroadcastq zmm12, qword ptr [rsi + 240]
vmovdqa64 zmm11, zmmword ptr [rdx + 3072]
vpmadd52luq zmm15, zmm12, zmm11
vpmadd52huq zmm22, zmm12, zmm11
vpbroadcastq zmm0, qword ptr [rsi + 248]
vmovdqa64 zmm9, zmmword ptr [rdx + 3392]
vpmadd52luq zmm6, zmm0, zmm9
vpmadd52huq zmm7, zmm0, zmm9
vpbroadcastq zmm20, qword ptr [rsi + 256]
vmovdqa64 zmm23, zmmword ptr [rdx + 3712]
vpmadd52luq zmm8, zmm20, zmm23
vpmadd52huq zmm18, zmm20, zmm23
vpbroadcastq zmm3, qword ptr [rsi + 264]
vmovdqa64 zmm10, zmmword ptr [rdx + 4032]
vpmadd52luq zmm16, zmm3, zmm10
vpmadd52huq zmm29, zmm3, zmm10
vpbroadcastq zmm13, qword ptr [rsi + 272]
vmovdqa64 zmm28, zmmword ptr [rdx + 4352]
vpmadd52luq zmm15, zmm13, zmm28
vpmadd52huq zmm22, zmm13, zmm28
vpbroadcastq zmm17, qword ptr [rsi + 280]
vmovdqa64 zmm14, zmmword ptr [rdx + 4672]
vpmadd52luq zmm6, zmm17, zmm14
vpmadd52huq zmm7, zmm17, zmm14
vpbroadcastq zmm19, qword ptr [rsi + 288]
vmovdqa64 zmm12, zmmword ptr [rdx + 4992]
vpmadd52luq zmm8, zmm19, zmm12
vpmadd52huq zmm18, zmm19, zmm12
vpbroadcastq zmm11, qword ptr [rsi + 296]
vmovdqa64 zmm0, zmmword ptr [rdx + 5312]
vpmadd52luq zmm16, zmm11, zmm0
vpmadd52huq zmm29, zmm11, zmm0
vpbroadcastq zmm9, qword ptr [rsi + 304]
vmovdqa64 zmm20, zmmword ptr [rdx + 5632]
vpmadd52luq zmm15, zmm9, zmm20
vpmadd52huq zmm22, zmm9, zmm20
vpbroadcastq zmm23, qword ptr [rsi + 312]
vmovdqa64 zmm3, zmmword ptr [rdx + 5952]
vpmadd52luq zmm6, zmm23, zmm3
vpmadd52huq zmm7, zmm23, zmm3
vpbroadcastq zmm10, qword ptr [rsi + 320]
vmovdqa64 zmm13, zmmword ptr [rdx + 6272]
vpmadd52luq zmm8, zmm10, zmm13
vpmadd52huq zmm18, zmm10, zmm13
vpaddq zmm8, zmm8, zmm16
vpaddq zmm18, zmm18, zmm29
vpaddq zmm8, zmm8, zmm15
vpaddq zmm18, zmm18, zmm22
vpaddq zmm8, zmm8, zmm6
vpaddq zmm18, zmm18, zmm7
valignq zmm28, zmm1, zmm18, 7
vpaddq zmm17, zmm5, zmm4
vpaddq zmm14, zmm17, zmm28
vpsrlq zmm19, zmm14, 52
valignq zmm12, zmm18, zmm30, 7
vpaddq zmm11, zmm21, zmm8
vpaddq zmm0, zmm11, zmm12
vpsrlq zmm9, zmm0, 52
vpandq zmm20, zmm14, zmm31
valignq zmm23, zmm19, zmm9, 7
vpaddq zmm28, zmm20, zmm23
vmovdqa64 zmmword ptr [rdi + 64], zmm28
vporq zmm3, zmm2, zmm28
vpandq zmm10, zmm0, zmm31
valignq zmm13, zmm9, zmm30, 7
vpaddq zmm29, zmm10, zmm13
vmovdqa64 zmmword ptr [rdi], zmm29
vporq zmm16, zmm3, zmm29
vpcmpuq k0, zmm16, zmm31, 6
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
