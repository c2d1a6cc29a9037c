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
vpbroadcastq zmm0, qword ptr [rdi + 256]
vpxorq zmm1, zmm1, zmm1
vpxorq zmm2, zmm2, zmm2
vpxorq zmm3, zmm3, zmm3
vpbroadcastq zmm4, qword ptr [rdi + 192]
vpxorq zmm5, zmm5, zmm5
vpxorq zmm6, zmm6, zmm6
vpxorq zmm7, zmm7, zmm7
vpbroadcastq zmm8, qword ptr [rdi + 128]
vpmadd52luq zmm1, zmm29, zmm0
vpbroadcastq zmm9, qword ptr [rdi + 320]
vpmadd52luq zmm2, zmm29, zmm9
vpmadd52luq zmm3, zmm28, zmm9
vpmadd52luq zmm5, zmm27, zmm9
vpmadd52luq zmm6, zmm26, zmm9
vpmadd52luq zmm1, zmm28, zmm4
vpmadd52luq zmm2, zmm28, zmm0
vpmadd52luq zmm3, zmm27, zmm0
vpmadd52luq zmm7, zmm25, zmm9
vpmadd52luq zmm5, zmm26, zmm0
vpmadd52luq zmm6{k1}, zmm25, zmm0
vpmadd52luq zmm1{k1}, zmm27, zmm8
vpmadd52luq zmm2, zmm27, zmm4
vpmadd52luq zmm3{k1}, zmm26, zmm4
vpbroadcastq zmm10, qword ptr [rdi + 264]
vpxorq zmm11, zmm11, zmm11
vpxorq zmm12, zmm12, zmm12
vpxorq zmm13, zmm13, zmm13
vpxorq zmm14, zmm14, zmm14
vpxorq zmm15, zmm15, zmm15
vpmadd52luq zmm11, zmm29, zmm10
vpbroadcastq zmm16, qword ptr [rdi + 200]
vpmadd52huq zmm12, zmm29, zmm9
vpmadd52huq zmm13, zmm28, zmm9
vpxorq zmm17, zmm17, zmm17
vpmadd52huq zmm11, zmm29, zmm0
vpmadd52huq zmm14, zmm27, zmm9
vpmadd52huq zmm15, zmm26, zmm9
vpbroadcastq zmm18, qword ptr [rdi + 136]
vpmadd52luq zmm12, zmm28, zmm10
vpmadd52luq zmm13, zmm27, zmm10
vpmadd52luq zmm11, zmm28, zmm16
vpmadd52huq zmm12, zmm28, zmm0
vpmadd52huq zmm13, zmm27, zmm0
vpmadd52luq zmm14, zmm26, zmm10
vpmadd52luq zmm15{k2}, zmm25, zmm10
vpmadd52huq zmm11, zmm28, zmm4
vpmadd52luq zmm12, zmm27, zmm16
vpmadd52luq zmm13{k2}, zmm26, zmm16
vpmadd52huq zmm17, zmm25, zmm9
vpmadd52luq zmm11{k2}, zmm27, zmm18
vpmadd52huq zmm14, zmm26, zmm0
vpmadd52huq zmm15{k1}, zmm25, zmm0
vpmadd52huq zmm12, zmm27, zmm4
vpmadd52huq zmm13{k1}, zmm26, zmm4
vpmadd52huq zmm11{k1}, zmm27, zmm8
vpbroadcastq zmm19, qword ptr [rdi + 272]
valignq zmm20, zmm11, zmm30, 7
vpxorq zmm21, zmm21, zmm21
vpxorq zmm22, zmm22, zmm22
vpxorq zmm23, zmm23, zmm23
vpaddq zmm1, zmm1, zmm20
vpxorq zmm9, zmm9, zmm9
vpxorq zmm0, zmm0, zmm0
valignq zmm4, zmm12, zmm11, 7
vpmadd52luq zmm21, zmm29, zmm19
vpbroadcastq zmm8, qword ptr [rdi + 208]
vpaddq zmm2, zmm2, zmm4
vpmadd52luq zmm22, zmm28, zmm19
vpmadd52luq zmm23, zmm27, zmm19
valignq zmm20, zmm13, zmm12, 7
vpmadd52huq zmm21, zmm29, zmm10
vpbroadcastq zmm11, qword ptr [rdi + 144]
vpaddq zmm3, zmm3, zmm20
valignq zmm4, zmm14, zmm13, 7
vpmadd52luq zmm21, zmm28, zmm8
vpmadd52huq zmm22, zmm28, zmm10
vpmadd52huq zmm23, zmm27, zmm10
vpmadd52luq zmm9, zmm26, zmm19
vpmadd52luq zmm0{k3}, zmm25, zmm19
vpaddq zmm5, zmm5, zmm4
valignq zmm12, zmm15, zmm14, 7
vpmadd52huq zmm21, zmm28, zmm16
vpmadd52luq zmm22, zmm27, zmm8
vpmadd52luq zmm23{k3}, zmm26, zmm8
valignq zmm20, zmm17, zmm15, 7
vpaddq zmm6, zmm6, zmm12
vpmadd52luq zmm21{k3}, zmm27, zmm11
vpmadd52huq zmm9, zmm26, zmm10
vpmadd52huq zmm0{k2}, zmm25, zmm10
valignq zmm13, zmm30, zmm17, 7
vpaddq zmm7, zmm7, zmm20
vpmadd52huq zmm22, zmm27, zmm16
vpmadd52huq zmm23{k2}, zmm26, zmm16
vpmadd52huq zmm21{k2}, zmm27, zmm18
vpbroadcastq zmm4, qword ptr [rdi + 280]
vpxorq zmm14, zmm14, zmm14
valignq zmm15, zmm21, zmm30, 6
vpxorq zmm12, zmm12, zmm12
vpxorq zmm10, zmm10, zmm10
vpaddq zmm1, zmm1, zmm15
vpxorq zmm17, zmm17, zmm17
vpxorq zmm20, zmm20, zmm20
vpmadd52luq zmm14, zmm29, zmm4
valignq zmm16, zmm22, zmm21, 6
vpbroadcastq zmm18, qword ptr [rdi + 216]
vpaddq zmm2, zmm2, zmm16
vpmadd52luq zmm12, zmm28, zmm4
vpmadd52luq zmm10, zmm27, zmm4
vpmadd52huq zmm14, zmm29, zmm19
valignq zmm15, zmm23, zmm22, 6
vpbroadcastq zmm21, qword ptr [rdi + 152]
vpaddq zmm3, zmm3, zmm15
vpmadd52luq zmm14, zmm28, zmm18
vpmadd52huq zmm12, zmm28, zmm19
vpmadd52huq zmm10, zmm27, zmm19
vpmadd52luq zmm17, zmm26, zmm4
vpmadd52luq zmm20{k4}, zmm25, zmm4
valignq zmm16, zmm9, zmm23, 6
vpaddq zmm5, zmm5, zmm16
vpmadd52huq zmm14, zmm28, zmm8
valignq zmm22, zmm0, zmm9, 6
vpmadd52luq zmm12, zmm27, zmm18
vpmadd52luq zmm10{k4}, zmm26, zmm18
vpaddq zmm6, zmm6, zmm22
vpmadd52luq zmm14{k4}, zmm27, zmm21
valignq zmm15, zmm30, zmm0, 6
vpmadd52huq zmm17, zmm26, zmm19
vpmadd52huq zmm20{k3}, zmm25, zmm19
vpaddq zmm7, zmm7, zmm15
vpmadd52huq zmm12, zmm27, zmm8
vpmadd52huq zmm10{k3}, zmm26, zmm8
vpmadd52huq zmm14{k3}, zmm27, zmm11
vpbroadcastq zmm23, qword ptr [rdi + 288]
vpxorq zmm16, zmm16, zmm16
valignq zmm9, zmm14, zmm30, 5
vpxorq zmm22, zmm22, zmm22
vpxorq zmm0, zmm0, zmm0
vpaddq zmm1, zmm1, zmm9
vpxorq zmm19, zmm19, zmm19
vpxorq zmm15, zmm15, zmm15
vpmadd52luq zmm16, zmm29, zmm23
valignq zmm8, zmm12, zmm14, 5
vpbroadcastq zmm11, qword ptr [rdi + 224]
vpaddq zmm2, zmm2, zmm8
vpmadd52luq zmm22, zmm28, zmm23
vpmadd52luq zmm0, zmm27, zmm23
vpmadd52huq zmm16, zmm29, zmm4
valignq zmm9, zmm10, zmm12, 5
vpbroadcastq zmm14, qword ptr [rdi + 160]
vpaddq zmm3, zmm3, zmm9
vpmadd52luq zmm16, zmm28, zmm11
vpmadd52huq zmm22, zmm28, zmm4
vpmadd52huq zmm0, zmm27, zmm4
vpmadd52luq zmm19, zmm26, zmm23
vpmadd52luq zmm15{k5}, zmm25, zmm23
valignq zmm8, zmm17, zmm10, 5
vpaddq zmm5, zmm5, zmm8
vpmadd52huq zmm16, zmm28, zmm18
valignq zmm12, zmm20, zmm17, 5
vpmadd52luq zmm22, zmm27, zmm11
vpmadd52luq zmm0{k5}, zmm26, zmm11
vpaddq zmm6, zmm6, zmm12
vpmadd52luq zmm16{k5}, zmm27, zmm14
valignq zmm9, zmm30, zmm20, 5
vpmadd52huq zmm19, zmm26, zmm4
vpmadd52huq zmm15{k4}, zmm25, zmm4
vpaddq zmm7, zmm7, zmm9
vpmadd52huq zmm22, zmm27, zmm18
vpmadd52huq zmm0{k4}, zmm26, zmm18
vpmadd52huq zmm16{k4}, zmm27, zmm21
vpbroadcastq zmm10, qword ptr [rdi + 296]
vpxorq zmm8, zmm8, zmm8
valignq zmm17, zmm16, zmm30, 4
vpxorq zmm12, zmm12, zmm12
vpxorq zmm20, zmm20, zmm20
vpaddq zmm1, zmm1, zmm17
vpxorq zmm4, zmm4, zmm4
vpxorq zmm9, zmm9, zmm9
vpmadd52luq zmm8, zmm29, zmm10
valignq zmm18, zmm22, zmm16, 4
vpbroadcastq zmm21, qword ptr [rdi + 232]
vpaddq zmm2, zmm2, zmm18
vpmadd52luq zmm12, zmm28, zmm10
vpmadd52luq zmm20, zmm27, zmm10
vpmadd52huq zmm8, zmm29, zmm23
valignq zmm17, zmm0, zmm22, 4
vpbroadcastq zmm16, qword ptr [rdi + 168]
vpaddq zmm3, zmm3, zmm17
vpmadd52luq zmm8, zmm28, zmm21
vpmadd52huq zmm12, zmm28, zmm23
vpmadd52huq zmm20, zmm27, zmm23
vpmadd52luq zmm4, zmm26, zmm10
vpmadd52luq zmm9{k6}, zmm25, zmm10
valignq zmm18, zmm19, zmm0, 4
vpaddq zmm5, zmm5, zmm18
vpmadd52huq zmm8, zmm28, zmm11
valignq zmm22, zmm15, zmm19, 4
vpmadd52luq zmm12, zmm27, zmm21
vpmadd52luq zmm20{k6}, zmm26, zmm21
vpaddq zmm6, zmm6, zmm22
vpmadd52luq zmm8{k6}, zmm27, zmm16
valignq zmm17, zmm30, zmm15, 4
vpmadd52huq zmm4, zmm26, zmm23
vpmadd52huq zmm9{k5}, zmm25, zmm23
vpaddq zmm7, zmm7, zmm17
vpmadd52huq zmm12, zmm27, zmm11
vpmadd52huq zmm20{k5}, zmm26, zmm11
vpmadd52huq zmm8{k5}, zmm27, zmm14
vpbroadcastq zmm0, qword ptr [rdi + 304]
vpxorq zmm18, zmm18, zmm18
valignq zmm19, zmm8, zmm30, 3
vpxorq zmm22, zmm22, zmm22
vpxorq zmm15, zmm15, zmm15
vpaddq zmm1, zmm1, zmm19
vpxorq zmm23, zmm23, zmm23
vpxorq zmm17, zmm17, zmm17
vpmadd52luq zmm18, zmm29, zmm0
valignq zmm11, zmm12, zmm8, 3
vpbroadcastq zmm14, qword ptr [rdi + 240]
vpaddq zmm2, zmm2, zmm11
vpmadd52luq zmm22, zmm28, zmm0
vpmadd52luq zmm15, zmm27, zmm0
vpmadd52huq zmm18, zmm29, zmm10
valignq zmm19, zmm20, zmm12, 3
vpbroadcastq zmm8, qword ptr [rdi + 176]
vpaddq zmm3, zmm3, zmm19
vpmadd52luq zmm18, zmm28, zmm14
vpmadd52huq zmm22, zmm28, zmm10
vpmadd52huq zmm15, zmm27, zmm10
vpmadd52luq zmm23, zmm26, zmm0
vpmadd52luq zmm17{k7}, zmm25, zmm0
valignq zmm11, zmm4, zmm20, 3
vpaddq zmm5, zmm5, zmm11
vpmadd52huq zmm18, zmm28, zmm21
valignq zmm12, zmm9, zmm4, 3
vpmadd52luq zmm22, zmm27, zmm14
vpmadd52luq zmm15{k7}, zmm26, zmm14
vpaddq zmm6, zmm6, zmm12
vpmadd52luq zmm18{k7}, zmm27, zmm8
valignq zmm19, zmm30, zmm9, 3
vpmadd52huq zmm23, zmm26, zmm10
vpmadd52huq zmm17{k6}, zmm25, zmm10
vpaddq zmm7, zmm7, zmm19
vpmadd52huq zmm22, zmm27, zmm21
vpmadd52huq zmm15{k6}, zmm26, zmm21
vpmadd52huq zmm18{k6}, zmm27, zmm16
valignq zmm20, zmm18, zmm30, 2
vpxorq zmm11, zmm11, zmm11
vpbroadcastq zmm4, qword ptr [rdi + 312]
vpxorq zmm12, zmm12, zmm12
vpxorq zmm9, zmm9, zmm9
vpaddq zmm1, zmm1, zmm20
vpxorq zmm10, zmm10, zmm10
valignq zmm19, zmm22, zmm18, 2
vpmadd52luq zmm11, zmm29, zmm4
vpxorq zmm21, zmm21, zmm21
vpaddq zmm2, zmm2, zmm19
vpmadd52luq zmm12, zmm28, zmm4
vpbroadcastq zmm16, qword ptr [rdi + 248]
vpmadd52luq zmm9, zmm27, zmm4
valignq zmm20, zmm15, zmm22, 2
vpmadd52huq zmm11, zmm29, zmm0
vpaddq zmm3, zmm3, zmm20
vpmadd52huq zmm12, zmm28, zmm0
vpmadd52luq zmm10, zmm26, zmm4
valignq zmm18, zmm23, zmm15, 2
vpaddq zmm5, zmm5, zmm18
vpmadd52luq zmm11, zmm28, zmm16
vpmadd52huq zmm9, zmm27, zmm0
valignq zmm19, zmm17, zmm23, 2
vpmadd52luq zmm12, zmm27, zmm16
vpaddq zmm6, zmm6, zmm19
vpmadd52huq zmm11, zmm28, zmm14
vpmadd52huq zmm21{k7}, zmm25, zmm0
valignq zmm22, zmm30, zmm17, 2
vpmadd52huq zmm10, zmm26, zmm0
vpaddq zmm7, zmm7, zmm22
vpmadd52huq zmm9{k7}, zmm26, zmm14
vpmadd52huq zmm12, zmm27, zmm14
vpmadd52huq zmm11{k7}, zmm27, zmm8
valignq zmm20, zmm11, zmm30, 1
vpaddq zmm1, zmm1, zmm20
vpxorq zmm15, zmm15, zmm15
vpxorq zmm18, zmm18, zmm18
valignq zmm23, zmm12, zmm11, 1
vpxorq zmm19, zmm19, zmm19
vpxorq zmm17, zmm17, zmm17
vpaddq zmm2, zmm2, zmm23
valignq zmm0, zmm9, zmm12, 1
vpaddq zmm3, zmm3, zmm0
vpmadd52huq zmm15, zmm29, zmm4
vpmadd52huq zmm18, zmm28, zmm4
valignq zmm22, zmm10, zmm9, 1
vpaddq zmm5, zmm5, zmm22
valignq zmm14, zmm21, zmm10, 1
vpaddq zmm6, zmm6, zmm14
vpmadd52huq zmm19, zmm27, zmm4
vpmadd52huq zmm17, zmm26, zmm4
valignq zmm8, zmm30, zmm21, 1
vpmadd52huq zmm15, zmm28, zmm16
vpmadd52huq zmm18, zmm27, zmm16
vpaddq zmm7, zmm7, zmm8
vpaddq zmm2, zmm2, zmm15
vpaddq zmm3, zmm3, zmm18
vpaddq zmm5, zmm5, zmm19
vpaddq zmm6, zmm6, zmm17
vpxorq zmm20, zmm20, zmm20
vpmadd52luq zmm20, zmm27, zmm27
vpxorq zmm11, zmm11, zmm11
vpmadd52huq zmm11, zmm27, zmm27
vmovdqa64 zmm23, zmmword ptr [r8]
vpermi2q zmm23, zmm20, zmm11
vmovdqa64 zmm12, zmmword ptr [r8 + 64]
vpermi2q zmm12, zmm20, zmm11
vpxorq zmm0, zmm0, zmm0
vpmadd52luq zmm0, zmm26, zmm26
vpxorq zmm9, zmm9, zmm9
vpmadd52huq zmm9, zmm26, zmm26
vmovdqa64 zmm22, zmmword ptr [r8]
vpermi2q zmm22, zmm0, zmm9
vmovdqa64 zmm10, zmmword ptr [r8 + 64]
vpermi2q zmm10, zmm0, zmm9
vpxorq zmm14, zmm14, zmm14
vpmadd52luq zmm14, zmm25, zmm25
vpxorq zmm4, zmm4, zmm4
vpmadd52huq zmm4, zmm25, zmm25
vmovdqa64 zmm21, zmmword ptr [r8]
vpermi2q zmm21, zmm14, zmm4
vmovdqa64 zmm16, zmmword ptr [r8 + 64]
vpermi2q zmm16, zmm14, zmm4
vpxorq zmm8, zmm8, zmm8
vpmadd52luq zmm8, zmm24, zmm24
vpaddq zmm15, zmm2, zmm2
vpaddq zmm18, zmm15, zmm12
vpaddq zmm19, zmm3, zmm3
vpaddq zmm17, zmm19, zmm22
vpaddq zmm27, zmm5, zmm5
vpaddq zmm20, zmm27, zmm10
vpaddq zmm11, zmm6, zmm6
vpaddq zmm26, zmm11, zmm21
vpaddq zmm0, zmm7, zmm7
vpaddq zmm9, zmm0, zmm16
vpaddq zmm25, zmm13, zmm13
vpaddq zmm14, zmm25, zmm8
vpsrlq zmm4, zmm18, 52
vpandq zmm24, zmm18, zmm31
valignq zmm2, zmm4, zmm30, 7
vpaddq zmm12, zmm24, zmm2
vmovdqa64 zmmword ptr [rsi], zmm12
vpsrlq zmm15, zmm17, 52
vpandq zmm3, zmm17, zmm31
valignq zmm22, zmm15, zmm4, 7
vpaddq zmm19, zmm3, zmm22
vmovdqa64 zmmword ptr [rsi + 64], zmm19
vporq zmm5, zmm12, zmm19
vpsrlq zmm10, zmm20, 52
vpandq zmm27, zmm20, zmm31
valignq zmm6, zmm10, zmm15, 7
vpaddq zmm21, zmm27, zmm6
vmovdqa64 zmmword ptr [rsi + 128], zmm21
vporq zmm11, zmm5, zmm21
vpsrlq zmm7, zmm26, 52
vpandq zmm16, zmm26, zmm31
valignq zmm0, zmm7, zmm10, 7
vpaddq zmm13, zmm16, zmm0
vmovdqa64 zmmword ptr [rsi + 192], zmm13
vporq zmm8, zmm11, zmm13
vpsrlq zmm25, zmm9, 52
vpandq zmm18, zmm9, zmm31
valignq zmm24, zmm25, zmm7, 7
vpaddq zmm2, zmm18, zmm24
vmovdqa64 zmmword ptr [rsi + 256], zmm2
vporq zmm17, zmm8, zmm2
vpsrlq zmm4, zmm14, 52
vpandq zmm3, zmm14, zmm31
valignq zmm22, zmm4, zmm25, 7
vpaddq zmm12, zmm3, zmm22
vmovdqa64 zmmword ptr [rsi + 320], zmm12
vporq zmm19, zmm17, zmm12
vpcmpuq k0, zmm19, zmm31, 6
vpbroadcastq zmm20, qword ptr [rdi]
vpbroadcastq zmm15, qword ptr [rdi + 64]
vpxorq zmm27, zmm27, zmm27
vpxorq zmm6, zmm6, zmm6
vpxorq zmm5, zmm5, zmm5
vpxorq zmm21, zmm21, zmm21
vpbroadcastq zmm26, qword ptr [rdi + 128]
vpbroadcastq zmm10, qword ptr [rdi + 192]
vpmadd52luq zmm27, zmm29, zmm26
vpmadd52luq zmm6, zmm29, zmm10
vpmadd52luq zmm5{k1}, zmm29, zmm20
vpmadd52luq zmm21, zmm29, zmm15
vpmadd52luq zmm27{k1}, zmm28, zmm15
vpmadd52luq zmm6, zmm28, zmm26
vpbroadcastq zmm16, qword ptr [rdi + 8]
vpxorq zmm0, zmm0, zmm0
vpxorq zmm11, zmm11, zmm11
vpbroadcastq zmm13, qword ptr [rdi + 72]
vpxorq zmm9, zmm9, zmm9
vpxorq zmm7, zmm7, zmm7
vpbroadcastq zmm18, qword ptr [rdi + 136]
vpmadd52luq zmm0, zmm29, zmm18
vpbroadcastq zmm24, qword ptr [rdi + 200]
vpmadd52luq zmm11, zmm29, zmm24
vpmadd52luq zmm9{k2}, zmm29, zmm16
vpmadd52luq zmm7, zmm29, zmm13
vpmadd52huq zmm0, zmm29, zmm26
vpmadd52huq zmm11, zmm29, zmm10
vpmadd52luq zmm0{k2}, zmm28, zmm13
vpmadd52luq zmm11, zmm28, zmm18
vpmadd52huq zmm9{k1}, zmm29, zmm20
vpmadd52huq zmm7, zmm29, zmm15
vpmadd52huq zmm0{k1}, zmm28, zmm15
vpmadd52huq zmm11, zmm28, zmm26
vpbroadcastq zmm8, qword ptr [rdi + 16]
valignq zmm2, zmm9, zmm30, 7
vpxorq zmm14, zmm14, zmm14
vpxorq zmm25, zmm25, zmm25
vpaddq zmm5, zmm5, zmm2
vpbroadcastq zmm4, qword ptr [rdi + 80]
vpxorq zmm3, zmm3, zmm3
vpxorq zmm22, zmm22, zmm22
valignq zmm17, zmm7, zmm9, 7
vpbroadcastq zmm12, qword ptr [rdi + 144]
vpmadd52luq zmm14, zmm29, zmm12
vpbroadcastq zmm19, qword ptr [rdi + 208]
vpmadd52luq zmm25, zmm29, zmm19
vpaddq zmm21, zmm21, zmm17
valignq zmm10, zmm0, zmm7, 7
vpmadd52luq zmm3{k3}, zmm29, zmm8
vpmadd52luq zmm22, zmm29, zmm4
vpmadd52huq zmm14, zmm29, zmm18
vpmadd52huq zmm25, zmm29, zmm24
vpaddq zmm27, zmm27, zmm10
valignq zmm20, zmm11, zmm0, 7
vpaddq zmm6, zmm6, zmm20
vpmadd52luq zmm14{k3}, zmm28, zmm4
vpmadd52luq zmm25, zmm28, zmm12
valignq zmm15, zmm30, zmm11, 7
vpmadd52huq zmm3{k2}, zmm29, zmm16
vpmadd52huq zmm22, zmm29, zmm13
vpaddq zmm1, zmm1, zmm15
vpmadd52huq zmm14{k2}, zmm28, zmm13
vpmadd52huq zmm25, zmm28, zmm18
vpbroadcastq zmm26, qword ptr [rdi + 24]
valignq zmm2, zmm3, zmm30, 6
vpxorq zmm9, zmm9, zmm9
vpxorq zmm17, zmm17, zmm17
vpaddq zmm5, zmm5, zmm2
vpbroadcastq zmm7, qword ptr [rdi + 88]
vpxorq zmm24, zmm24, zmm24
vpxorq zmm10, zmm10, zmm10
valignq zmm0, zmm22, zmm3, 6
vpbroadcastq zmm20, qword ptr [rdi + 152]
vpmadd52luq zmm9, zmm29, zmm20
vpbroadcastq zmm11, qword ptr [rdi + 216]
vpmadd52luq zmm17, zmm29, zmm11
vpaddq zmm21, zmm21, zmm0
valignq zmm16, zmm14, zmm22, 6
vpmadd52luq zmm24{k4}, zmm29, zmm26
vpmadd52luq zmm10, zmm29, zmm7
vpmadd52huq zmm9, zmm29, zmm12
vpmadd52huq zmm17, zmm29, zmm19
vpaddq zmm27, zmm27, zmm16
valignq zmm15, zmm25, zmm14, 6
vpaddq zmm6, zmm6, zmm15
vpmadd52luq zmm9{k4}, zmm28, zmm7
vpmadd52luq zmm17, zmm28, zmm20
valignq zmm13, zmm30, zmm25, 6
vpmadd52huq zmm24{k3}, zmm29, zmm8
vpmadd52huq zmm10, zmm29, zmm4
vpaddq zmm1, zmm1, zmm13
vpmadd52huq zmm9{k3}, zmm28, zmm4
vpmadd52huq zmm17, zmm28, zmm12
vpbroadcastq zmm18, qword ptr [rdi + 32]
valignq zmm2, zmm24, zmm30, 5
vpxorq zmm3, zmm3, zmm3
vpxorq zmm0, zmm0, zmm0
vpaddq zmm5, zmm5, zmm2
vpbroadcastq zmm22, qword ptr [rdi + 96]
vpxorq zmm19, zmm19, zmm19
vpxorq zmm16, zmm16, zmm16
valignq zmm14, zmm10, zmm24, 5
vpbroadcastq zmm15, qword ptr [rdi + 160]
vpmadd52luq zmm3, zmm29, zmm15
vpbroadcastq zmm25, qword ptr [rdi + 224]
vpmadd52luq zmm0, zmm29, zmm25
vpaddq zmm21, zmm21, zmm14
valignq zmm8, zmm9, zmm10, 5
vpmadd52luq zmm19{k5}, zmm29, zmm18
vpmadd52luq zmm16, zmm29, zmm22
vpmadd52huq zmm3, zmm29, zmm20
vpmadd52huq zmm0, zmm29, zmm11
vpaddq zmm27, zmm27, zmm8
valignq zmm13, zmm17, zmm9, 5
vpaddq zmm6, zmm6, zmm13
vpmadd52luq zmm3{k5}, zmm28, zmm22
vpmadd52luq zmm0, zmm28, zmm15
valignq zmm4, zmm30, zmm17, 5
vpmadd52huq zmm19{k4}, zmm29, zmm26
vpmadd52huq zmm16, zmm29, zmm7
vpaddq zmm1, zmm1, zmm4
vpmadd52huq zmm3{k4}, zmm28, zmm7
vpmadd52huq zmm0, zmm28, zmm20
vpbroadcastq zmm12, qword ptr [rdi + 40]
valignq zmm2, zmm19, zmm30, 4
vpxorq zmm24, zmm24, zmm24
vpxorq zmm14, zmm14, zmm14
vpaddq zmm5, zmm5, zmm2
vpbroadcastq zmm10, qword ptr [rdi + 104]
vpxorq zmm11, zmm11, zmm11
vpxorq zmm8, zmm8, zmm8
valignq zmm9, zmm16, zmm19, 4
vpbroadcastq zmm13, qword ptr [rdi + 168]
vpmadd52luq zmm24, zmm29, zmm13
vpbroadcastq zmm17, qword ptr [rdi + 232]
vpmadd52luq zmm14, zmm29, zmm17
vpaddq zmm21, zmm21, zmm9
valignq zmm26, zmm3, zmm16, 4
vpmadd52luq zmm11{k6}, zmm29, zmm12
vpmadd52luq zmm8, zmm29, zmm10
vpmadd52huq zmm24, zmm29, zmm15
vpmadd52huq zmm14, zmm29, zmm25
vpaddq zmm27, zmm27, zmm26
valignq zmm4, zmm0, zmm3, 4
vpaddq zmm6, zmm6, zmm4
vpmadd52luq zmm24{k6}, zmm28, zmm10
vpmadd52luq zmm14, zmm28, zmm13
valignq zmm7, zmm30, zmm0, 4
vpmadd52huq zmm11{k5}, zmm29, zmm18
vpmadd52huq zmm8, zmm29, zmm22
vpaddq zmm1, zmm1, zmm7
vpmadd52huq zmm24{k5}, zmm28, zmm22
vpmadd52huq zmm14, zmm28, zmm15
vpbroadcastq zmm20, qword ptr [rdi + 48]
valignq zmm2, zmm11, zmm30, 3
vpxorq zmm19, zmm19, zmm19
vpxorq zmm9, zmm9, zmm9
vpaddq zmm5, zmm5, zmm2
vpbroadcastq zmm16, qword ptr [rdi + 112]
vpxorq zmm25, zmm25, zmm25
vpxorq zmm26, zmm26, zmm26
valignq zmm3, zmm8, zmm11, 3
vpbroadcastq zmm4, qword ptr [rdi + 176]
vpmadd52luq zmm19, zmm29, zmm4
vpbroadcastq zmm0, qword ptr [rdi + 240]
vpmadd52luq zmm9, zmm29, zmm0
vpaddq zmm21, zmm21, zmm3
valignq zmm18, zmm24, zmm8, 3
vpmadd52luq zmm25{k7}, zmm29, zmm20
vpmadd52luq zmm26, zmm29, zmm16
vpmadd52huq zmm19, zmm29, zmm13
vpmadd52huq zmm9, zmm29, zmm17
vpaddq zmm27, zmm27, zmm18
valignq zmm7, zmm14, zmm24, 3
vpaddq zmm6, zmm6, zmm7
vpmadd52luq zmm19{k7}, zmm28, zmm16
vpmadd52luq zmm9, zmm28, zmm4
valignq zmm22, zmm30, zmm14, 3
vpmadd52huq zmm25{k6}, zmm29, zmm12
vpmadd52huq zmm26, zmm29, zmm10
vpaddq zmm1, zmm1, zmm22
vpmadd52huq zmm19{k6}, zmm28, zmm10
vpmadd52huq zmm9, zmm28, zmm13
vpbroadcastq zmm15, qword ptr [rdi + 120]
valignq zmm2, zmm25, zmm30, 2
vpxorq zmm11, zmm11, zmm11
vpxorq zmm3, zmm3, zmm3
vpaddq zmm5, zmm5, zmm2
vpxorq zmm8, zmm8, zmm8
vpbroadcastq zmm17, qword ptr [rdi + 184]
vpxorq zmm18, zmm18, zmm18
valignq zmm24, zmm26, zmm25, 2
vpbroadcastq zmm7, qword ptr [rdi + 248]
vpmadd52luq zmm11, zmm29, zmm7
vpaddq zmm21, zmm21, zmm24
vpmadd52luq zmm3, zmm29, zmm17
valignq zmm14, zmm19, zmm26, 2
vpmadd52luq zmm8, zmm29, zmm15
vpmadd52huq zmm11, zmm29, zmm0
vpaddq zmm27, zmm27, zmm14
vpmadd52huq zmm3, zmm29, zmm4
valignq zmm12, zmm9, zmm19, 2
vpaddq zmm6, zmm6, zmm12
vpmadd52luq zmm11, zmm28, zmm17
vpmadd52huq zmm18{k7}, zmm29, zmm20
valignq zmm22, zmm30, zmm9, 2
vpmadd52huq zmm8, zmm29, zmm16
vpaddq zmm1, zmm1, zmm22
vpmadd52huq zmm3{k7}, zmm28, zmm16
vpmadd52huq zmm11, zmm28, zmm4
valignq zmm10, zmm18, zmm30, 1
vpaddq zmm5, zmm5, zmm10
vpxorq zmm13, zmm13, zmm13
vpxorq zmm2, zmm2, zmm2
vpxorq zmm25, zmm25, zmm25
valignq zmm24, zmm8, zmm18, 1
vpaddq zmm21, zmm21, zmm24
valignq zmm26, zmm3, zmm8, 1
vpmadd52huq zmm13, zmm29, zmm7
vpaddq zmm27, zmm27, zmm26
valignq zmm0, zmm11, zmm3, 1
vpaddq zmm6, zmm6, zmm0
vpmadd52huq zmm2, zmm29, zmm15
vpmadd52huq zmm25, zmm29, zmm17
valignq zmm14, zmm30, zmm11, 1
vpmadd52huq zmm13, zmm28, zmm17
vpaddq zmm1, zmm1, zmm14
vpaddq zmm27, zmm27, zmm2
vpaddq zmm6, zmm6, zmm25
vpaddq zmm1, zmm1, zmm13
vpxorq zmm19, zmm19, zmm19
vpmadd52luq zmm19, zmm29, zmm29
vpxorq zmm12, zmm12, zmm12
vpmadd52huq zmm12, zmm29, zmm29
vmovdqa64 zmm20, zmmword ptr [r8]
vpermi2q zmm20, zmm19, zmm12
vmovdqa64 zmm9, zmmword ptr [r8 + 64]
vpermi2q zmm9, zmm19, zmm12
vpxorq zmm22, zmm22, zmm22
vpmadd52luq zmm22, zmm28, zmm28
vpxorq zmm16, zmm16, zmm16
vpmadd52huq zmm16, zmm28, zmm28
vmovdqa64 zmm4, zmmword ptr [r8]
vpermi2q zmm4, zmm22, zmm16
vmovdqa64 zmm10, zmmword ptr [r8 + 64]
vpermi2q zmm10, zmm22, zmm16
vpaddq zmm18, zmm5, zmm5
vpaddq zmm24, zmm18, zmm20
vpaddq zmm8, zmm21, zmm21
vpaddq zmm7, zmm8, zmm9
vpaddq zmm26, zmm27, zmm27
vpaddq zmm3, zmm26, zmm4
vpaddq zmm0, zmm6, zmm6
vpaddq zmm15, zmm0, zmm10
vpaddq zmm11, zmm1, zmm1
vpaddq zmm17, zmm11, zmm23
kortestb k0, k0
jne 7f
vpbroadcastq zmm14, qword ptr [rsi]
vmovdqa64 zmm2, zmmword ptr [rdx - 6272]
vpxorq zmm25, zmm25, zmm25
vpmadd52luq zmm25, zmm14, zmm2
vpxorq zmm13, zmm13, zmm13
vpmadd52huq zmm13, zmm14, zmm2
vpbroadcastq zmm29, qword ptr [rsi + 8]
vmovdqa64 zmm19, zmmword ptr [rdx - 5952]
vpxorq zmm12, zmm12, zmm12
vpmadd52luq zmm12, zmm29, zmm19
vpxorq zmm28, zmm28, zmm28
vpmadd52huq zmm28, zmm29, zmm19
vpbroadcastq zmm22, qword ptr [rsi + 16]
vmovdqa64 zmm16, zmmword ptr [rdx - 5632]
vpxorq zmm5, zmm5, zmm5
vpmadd52luq zmm5, zmm22, zmm16
vpxorq zmm20, zmm20, zmm20
vpmadd52huq zmm20, zmm22, zmm16
vpbroadcastq zmm18, qword ptr [rsi + 24]
vmovdqa64 zmm21, zmmword ptr [rdx - 5312]
vpxorq zmm9, zmm9, zmm9
vpmadd52luq zmm9, zmm18, zmm21
vpxorq zmm8, zmm8, zmm8
vpmadd52huq zmm8, zmm18, zmm21
vpbroadcastq zmm27, qword ptr [rsi + 32]
vmovdqa64 zmm4, zmmword ptr [rdx - 4992]
vpmadd52luq zmm25, zmm27, zmm4
vpmadd52huq zmm13, zmm27, zmm4
vpbroadcastq zmm26, qword ptr [rsi + 40]
vmovdqa64 zmm6, zmmword ptr [rdx - 4672]
vpmadd52luq zmm12, zmm26, zmm6
vpmadd52huq zmm28, zmm26, zmm6
vpbroadcastq zmm10, qword ptr [rsi + 48]
vmovdqa64 zmm0, zmmword ptr [rdx - 4352]
vpmadd52luq zmm5, zmm10, zmm0
vpmadd52huq zmm20, zmm10, zmm0
vpbroadcastq zmm1, qword ptr [rsi + 56]
vmovdqa64 zmm23, zmmword ptr [rdx - 4032]
vpmadd52luq zmm9, zmm1, zmm23
vpmadd52huq zmm8, zmm1, zmm23
vpbroadcastq zmm11, qword ptr [rsi + 64]
vmovdqa64 zmm14, zmmword ptr [rdx - 3712]
vpmadd52luq zmm25, zmm11, zmm14
vpmadd52huq zmm13, zmm11, zmm14
vpbroadcastq zmm2, qword ptr [rsi + 72]
vmovdqa64 zmm29, zmmword ptr [rdx - 3392]
vpmadd52luq zmm12, zmm2, zmm29
vpmadd52huq zmm28, zmm2, zmm29
vpbroadcastq zmm19, qword ptr [rsi + 80]
vmovdqa64 zmm22, zmmword ptr [rdx - 3072]
vpmadd52luq zmm5, zmm19, zmm22
vpmadd52huq zmm20, zmm19, zmm22
vpbroadcastq zmm16, qword ptr [rsi + 88]
vmovdqa64 zmm18, zmmword ptr [rdx - 2752]
vpmadd52luq zmm9, zmm16, zmm18
vpmadd52huq zmm8, zmm16, zmm18
vpbroadcastq zmm21, qword ptr [rsi + 96]
vmovdqa64 zmm27, zmmword ptr [rdx - 2432]
vpmadd52luq zmm25, zmm21, zmm27
vpmadd52huq zmm13, zmm21, zmm27
vpbroadcastq zmm4, qword ptr [rsi + 104]
vmovdqa64 zmm26, zmmword ptr [rdx - 2112]
vpmadd52luq zmm12, zmm4, zmm26
vpmadd52huq zmm28, zmm4, zmm26
vpbroadcastq zmm6, qword ptr [rsi + 112]
vmovdqa64 zmm10, zmmword ptr [rdx - 1792]
vpmadd52luq zmm5, zmm6, zmm10
vpmadd52huq zmm20, zmm6, zmm10
vpbroadcastq zmm0, qword ptr [rsi + 120]
vmovdqa64 zmm1, zmmword ptr [rdx - 1472]
vpmadd52luq zmm9, zmm0, zmm1
vpmadd52huq zmm8, zmm0, zmm1
vpbroadcastq zmm23, qword ptr [rsi + 128]
vmovdqa64 zmm11, zmmword ptr [rdx - 1152]
vpmadd52luq zmm25, zmm23, zmm11
vpmadd52huq zmm13, zmm23, zmm11
vpbroadcastq zmm14, qword ptr [rsi + 136]
vmovdqa64 zmm2, zmmword ptr [rdx - 832]
vpmadd52luq zmm12, zmm14, zmm2
vpmadd52huq zmm28, zmm14, zmm2
vpbroadcastq zmm29, qword ptr [rsi + 144]
vmovdqa64 zmm19, zmmword ptr [rdx - 512]
vpmadd52luq zmm5, zmm29, zmm19
vpmadd52huq zmm20, zmm29, zmm19
vpbroadcastq zmm22, qword ptr [rsi + 152]
vmovdqa64 zmm16, zmmword ptr [rdx - 192]
vpmadd52luq zmm9, zmm22, zmm16
vpmadd52huq zmm8, zmm22, zmm16
vpbroadcastq zmm18, qword ptr [rsi + 160]
vmovdqa64 zmm21, zmmword ptr [rdx + 128]
vpmadd52luq zmm25, zmm18, zmm21
vpmadd52huq zmm13, zmm18, zmm21
vpbroadcastq zmm27, qword ptr [rsi + 168]
vmovdqa64 zmm4, zmmword ptr [rdx + 448]
vpmadd52luq zmm12, zmm27, zmm4
vpmadd52huq zmm28, zmm27, zmm4
vpbroadcastq zmm26, qword ptr [rsi + 176]
vmovdqa64 zmm6, zmmword ptr [rdx + 768]
vpmadd52luq zmm5, zmm26, zmm6
vpmadd52huq zmm20, zmm26, zmm6
vpbroadcastq zmm10, qword ptr [rsi + 184]
vmovdqa64 zmm0, zmmword ptr [rdx + 1088]
vpmadd52luq zmm9, zmm10, zmm0
vpmadd52huq zmm8, zmm10, zmm0
vpbroadcastq zmm1, qword ptr [rsi + 192]
vmovdqa64 zmm23, zmmword ptr [rdx + 1408]
vpmadd52luq zmm25, zmm1, zmm23
vpmadd52huq zmm13, zmm1, zmm23
vpbroadcastq zmm11, qword ptr [rsi + 200]
vmovdqa64 zmm14, zmmword ptr [rdx + 1728]
vpmadd52luq zmm12, zmm11, zmm14
vpmadd52huq zmm28, zmm11, zmm14
vpbroadcastq zmm2, qword ptr [rsi + 208]
vmovdqa64 zmm29, zmmword ptr [rdx + 2048]
vpmadd52luq zmm5, zmm2, zmm29
vpmadd52huq zmm20, zmm2, zmm29
vpbroadcastq zmm19, qword ptr [rsi + 216]
vmovdqa64 zmm22, zmmword ptr [rdx + 2368]
vpmadd52luq zmm9, zmm19, zmm22
vpmadd52huq zmm8, zmm19, zmm22
vpbroadcastq zmm16, qword ptr [rsi + 224]
vmovdqa64 zmm18, zmmword ptr [rdx + 2688]
vpmadd52luq zmm25, zmm16, zmm18
vpmadd52huq zmm13, zmm16, zmm18
vpbroadcastq zmm21, qword ptr [rsi + 232]
vmovdqa64 zmm27, zmmword ptr [rdx + 3008]
vpmadd52luq zmm12, zmm21, zmm27
vpmadd52huq zmm28, zmm21, zmm27
vpbroadcastq zmm4, qword ptr [rsi + 240]
vmovdqa64 zmm26, zmmword ptr [rdx + 3328]
vpmadd52luq zmm5, zmm4, zmm26
vpmadd52huq zmm20, zmm4, zmm26
vpbroadcastq zmm6, qword ptr [rsi + 248]
vmovdqa64 zmm10, zmmword ptr [rdx + 3648]
vpmadd52luq zmm9, zmm6, zmm10
vpmadd52huq zmm8, zmm6, zmm10
vpbroadcastq zmm0, qword ptr [rsi + 256]
vmovdqa64 zmm1, zmmword ptr [rdx + 3968]
vpmadd52luq zmm25, zmm0, zmm1
vpmadd52huq zmm13, zmm0, zmm1
vpbroadcastq zmm23, qword ptr [rsi + 264]
vmovdqa64 zmm11, zmmword ptr [rdx + 4288]
vpmadd52luq zmm12, zmm23, zmm11
vpmadd52huq zmm28, zmm23, zmm11
vpbroadcastq zmm14, qword ptr [rsi + 272]
vmovdqa64 zmm2, zmmword ptr [rdx + 4608]
vpmadd52luq zmm5, zmm14, zmm2
vpmadd52huq zmm20, zmm14, zmm2
vpbroadcastq zmm29, qword ptr [rsi + 280]
vmovdqa64 zmm19, zmmword ptr [rdx + 4928]
vpmadd52luq zmm9, zmm29, zmm19
vpmadd52huq zmm8, zmm29, zmm19
vpbroadcastq zmm22, qword ptr [rsi + 288]
vmovdqa64 zmm16, zmmword ptr [rdx + 5248]
vpmadd52luq zmm25, zmm22, zmm16
vpmadd52huq zmm13, zmm22, zmm16
vpbroadcastq zmm18, qword ptr [rsi + 296]
vmovdqa64 zmm21, zmmword ptr [rdx + 5568]
vpmadd52luq zmm12, zmm18, zmm21
vpmadd52huq zmm28, zmm18, zmm21
vpbroadcastq zmm27, qword ptr [rsi + 304]
vmovdqa64 zmm4, zmmword ptr [rdx + 5888]
vpmadd52luq zmm5, zmm27, zmm4
vpmadd52huq zmm20, zmm27, zmm4
vpbroadcastq zmm26, qword ptr [rsi + 312]
vmovdqa64 zmm6, zmmword ptr [rdx + 6208]
vpmadd52luq zmm9, zmm26, zmm6
vpmadd52huq zmm8, zmm26, zmm6
vpbroadcastq zmm10, qword ptr [rsi + 320]
vmovdqa64 zmm0, zmmword ptr [rdx + 6528]
vpmadd52luq zmm25, zmm10, zmm0
vpmadd52huq zmm13, zmm10, zmm0
vpaddq zmm25, zmm25, zmm12
vpaddq zmm13, zmm13, zmm28
vpaddq zmm25, zmm25, zmm5
vpaddq zmm13, zmm13, zmm20
vpaddq zmm25, zmm25, zmm9
vpaddq zmm13, zmm13, zmm8
valignq zmm1, zmm30, zmm13, 7
vpsrlq zmm23, zmm1, 52
vpaddq zmm11, zmm25, zmm17
valignq zmm14, zmm13, zmm30, 7
vpaddq zmm2, zmm11, zmm14
vpsrlq zmm29, zmm2, 52
vpandq zmm19, zmm1, zmm31
valignq zmm22, zmm23, zmm29, 7
vpaddq zmm16, zmm19, zmm22
vmovdqa64 zmmword ptr [rdi + 320], zmm16
vpbroadcastq zmm18, qword ptr [rsi]
vmovdqa64 zmm21, zmmword ptr [rdx - 6464]
vpxorq zmm27, zmm27, zmm27
vpmadd52luq zmm27, zmm18, zmm21
vpxorq zmm4, zmm4, zmm4
vpmadd52huq zmm4, zmm18, zmm21
vmovdqa64 zmm26, zmmword ptr [rdx - 6400]
vpxorq zmm6, zmm6, zmm6
vpmadd52luq zmm6, zmm18, zmm26
vpxorq zmm10, zmm10, zmm10
vpmadd52huq zmm10, zmm18, zmm26
vmovdqa64 zmm0, zmmword ptr [rdx - 6336]
vpxorq zmm12, zmm12, zmm12
vpmadd52luq zmm12, zmm18, zmm0
vpxorq zmm28, zmm28, zmm28
vpmadd52huq zmm28, zmm18, zmm0
vpbroadcastq zmm5, qword ptr [rsi + 8]
vmovdqa64 zmm20, zmmword ptr [rdx - 6144]
vpxorq zmm9, zmm9, zmm9
vpmadd52luq zmm9, zmm5, zmm20
vpxorq zmm8, zmm8, zmm8
vpmadd52huq zmm8, zmm5, zmm20
vmovdqa64 zmm11, zmmword ptr [rdx - 6080]
vpxorq zmm14, zmm14, zmm14
vpmadd52luq zmm14, zmm5, zmm11
vpxorq zmm2, zmm2, zmm2
vpmadd52huq zmm2, zmm5, zmm11
vmovdqa64 zmm1, zmmword ptr [rdx - 6016]
vpxorq zmm23, zmm23, zmm23
vpmadd52luq zmm23, zmm5, zmm1
vpxorq zmm29, zmm29, zmm29
vpmadd52huq zmm29, zmm5, zmm1
vpbroadcastq zmm19, qword ptr [rsi + 16]
vmovdqa64 zmm22, zmmword ptr [rdx - 5824]
vpxorq zmm21, zmm21, zmm21
vpmadd52luq zmm21, zmm19, zmm22
vpxorq zmm26, zmm26, zmm26
vpmadd52huq zmm26, zmm19, zmm22
vmovdqa64 zmm18, zmmword ptr [rdx - 5760]
vpxorq zmm0, zmm0, zmm0
vpmadd52luq zmm0, zmm19, zmm18
vpxorq zmm20, zmm20, zmm20
vpmadd52huq zmm20, zmm19, zmm18
vmovdqa64 zmm11, zmmword ptr [rdx - 5696]
vpxorq zmm5, zmm5, zmm5
vpmadd52luq zmm5, zmm19, zmm11
vpxorq zmm1, zmm1, zmm1
vpmadd52huq zmm1, zmm19, zmm11
vpbroadcastq zmm22, qword ptr [rsi + 24]
vmovdqa64 zmm18, zmmword ptr [rdx - 5504]
vpmadd52luq zmm27, zmm22, zmm18
vpmadd52huq zmm4, zmm22, zmm18
vmovdqa64 zmm19, zmmword ptr [rdx - 5440]
vpmadd52luq zmm6, zmm22, zmm19
vpmadd52huq zmm10, zmm22, zmm19
vmovdqa64 zmm11, zmmword ptr [rdx - 5376]
vpmadd52luq zmm12, zmm22, zmm11
vpmadd52huq zmm28, zmm22, zmm11
vpbroadcastq zmm18, qword ptr [rsi + 32]
vmovdqa64 zmm19, zmmword ptr [rdx - 5184]
vpmadd52luq zmm9, zmm18, zmm19
vpmadd52huq zmm8, zmm18, zmm19
vmovdqa64 zmm22, zmmword ptr [rdx - 5120]
vpmadd52luq zmm14, zmm18, zmm22
vpmadd52huq zmm2, zmm18, zmm22
vmovdqa64 zmm11, zmmword ptr [rdx - 5056]
vpmadd52luq zmm23, zmm18, zmm11
vpmadd52huq zmm29, zmm18, zmm11
vpbroadcastq zmm19, qword ptr [rsi + 40]
vmovdqa64 zmm22, zmmword ptr [rdx - 4864]
vpmadd52luq zmm21, zmm19, zmm22
vpmadd52huq zmm26, zmm19, zmm22
vmovdqa64 zmm18, zmmword ptr [rdx - 4800]
vpmadd52luq zmm0, zmm19, zmm18
vpmadd52huq zmm20, zmm19, zmm18
vmovdqa64 zmm11, zmmword ptr [rdx - 4736]
vpmadd52luq zmm5, zmm19, zmm11
vpmadd52huq zmm1, zmm19, zmm11
vpbroadcastq zmm22, qword ptr [rsi + 48]
vmovdqa64 zmm18, zmmword ptr [rdx - 4544]
vpmadd52luq zmm27, zmm22, zmm18
vpmadd52huq zmm4, zmm22, zmm18
vmovdqa64 zmm19, zmmword ptr [rdx - 4480]
vpmadd52luq zmm6, zmm22, zmm19
vpmadd52huq zmm10, zmm22, zmm19
vmovdqa64 zmm11, zmmword ptr [rdx - 4416]
vpmadd52luq zmm12, zmm22, zmm11
vpmadd52huq zmm28, zmm22, zmm11
vpbroadcastq zmm18, qword ptr [rsi + 56]
vmovdqa64 zmm19, zmmword ptr [rdx - 4224]
vpmadd52luq zmm9, zmm18, zmm19
vpmadd52huq zmm8, zmm18, zmm19
vmovdqa64 zmm22, zmmword ptr [rdx - 4160]
vpmadd52luq zmm14, zmm18, zmm22
vpmadd52huq zmm2, zmm18, zmm22
vmovdqa64 zmm11, zmmword ptr [rdx - 4096]
vpmadd52luq zmm23, zmm18, zmm11
vpmadd52huq zmm29, zmm18, zmm11
vpbroadcastq zmm19, qword ptr [rsi + 64]
vmovdqa64 zmm22, zmmword ptr [rdx - 3904]
vpmadd52luq zmm21, zmm19, zmm22
vpmadd52huq zmm26, zmm19, zmm22
vmovdqa64 zmm18, zmmword ptr [rdx - 3840]
vpmadd52luq zmm0, zmm19, zmm18
vpmadd52huq zmm20, zmm19, zmm18
vmovdqa64 zmm11, zmmword ptr [rdx - 3776]
vpmadd52luq zmm5, zmm19, zmm11
vpmadd52huq zmm1, zmm19, zmm11
vpbroadcastq zmm22, qword ptr [rsi + 72]
vmovdqa64 zmm18, zmmword ptr [rdx - 3584]
vpmadd52luq zmm27, zmm22, zmm18
vpmadd52huq zmm4, zmm22, zmm18
vmovdqa64 zmm19, zmmword ptr [rdx - 3520]
vpmadd52luq zmm6, zmm22, zmm19
vpmadd52huq zmm10, zmm22, zmm19
vmovdqa64 zmm11, zmmword ptr [rdx - 3456]
vpmadd52luq zmm12, zmm22, zmm11
vpmadd52huq zmm28, zmm22, zmm11
vpbroadcastq zmm18, qword ptr [rsi + 80]
vmovdqa64 zmm19, zmmword ptr [rdx - 3264]
vpmadd52luq zmm9, zmm18, zmm19
vpmadd52huq zmm8, zmm18, zmm19
vmovdqa64 zmm22, zmmword ptr [rdx - 3200]
vpmadd52luq zmm14, zmm18, zmm22
vpmadd52huq zmm2, zmm18, zmm22
vmovdqa64 zmm11, zmmword ptr [rdx - 3136]
vpmadd52luq zmm23, zmm18, zmm11
vpmadd52huq zmm29, zmm18, zmm11
vpbroadcastq zmm19, qword ptr [rsi + 88]
vmovdqa64 zmm22, zmmword ptr [rdx - 2944]
vpmadd52luq zmm21, zmm19, zmm22
vpmadd52huq zmm26, zmm19, zmm22
vmovdqa64 zmm18, zmmword ptr [rdx - 2880]
vpmadd52luq zmm0, zmm19, zmm18
vpmadd52huq zmm20, zmm19, zmm18
vmovdqa64 zmm11, zmmword ptr [rdx - 2816]
vpmadd52luq zmm5, zmm19, zmm11
vpmadd52huq zmm1, zmm19, zmm11
vpbroadcastq zmm22, qword ptr [rsi + 96]
vmovdqa64 zmm18, zmmword ptr [rdx - 2624]
vpmadd52luq zmm27, zmm22, zmm18
vpmadd52huq zmm4, zmm22, zmm18
vmovdqa64 zmm19, zmmword ptr [rdx - 2560]
vpmadd52luq zmm6, zmm22, zmm19
vpmadd52huq zmm10, zmm22, zmm19
vmovdqa64 zmm11, zmmword ptr [rdx - 2496]
vpmadd52luq zmm12, zmm22, zmm11
vpmadd52huq zmm28, zmm22, zmm11
vpbroadcastq zmm18, qword ptr [rsi + 104]
vmovdqa64 zmm19, zmmword ptr [rdx - 2304]
vpmadd52luq zmm9, zmm18, zmm19
vpmadd52huq zmm8, zmm18, zmm19
vmovdqa64 zmm22, zmmword ptr [rdx - 2240]
vpmadd52luq zmm14, zmm18, zmm22
vpmadd52huq zmm2, zmm18, zmm22
vmovdqa64 zmm11, zmmword ptr [rdx - 2176]
vpmadd52luq zmm23, zmm18, zmm11
vpmadd52huq zmm29, zmm18, zmm11
vpbroadcastq zmm19, qword ptr [rsi + 112]
vmovdqa64 zmm22, zmmword ptr [rdx - 1984]
vpmadd52luq zmm21, zmm19, zmm22
vpmadd52huq zmm26, zmm19, zmm22
vmovdqa64 zmm18, zmmword ptr [rdx - 1920]
vpmadd52luq zmm0, zmm19, zmm18
vpmadd52huq zmm20, zmm19, zmm18
vmovdqa64 zmm11, zmmword ptr [rdx - 1856]
vpmadd52luq zmm5, zmm19, zmm11
vpmadd52huq zmm1, zmm19, zmm11
vpbroadcastq zmm22, qword ptr [rsi + 120]
vmovdqa64 zmm18, zmmword ptr [rdx - 1664]
vpmadd52luq zmm27, zmm22, zmm18
vpmadd52huq zmm4, zmm22, zmm18
vmovdqa64 zmm19, zmmword ptr [rdx - 1600]
vpmadd52luq zmm6, zmm22, zmm19
vpmadd52huq zmm10, zmm22, zmm19
vmovdqa64 zmm11, zmmword ptr [rdx - 1536]
vpmadd52luq zmm12, zmm22, zmm11
vpmadd52huq zmm28, zmm22, zmm11
vpbroadcastq zmm18, qword ptr [rsi + 128]
vmovdqa64 zmm19, zmmword ptr [rdx - 1344]
vpmadd52luq zmm9, zmm18, zmm19
vpmadd52huq zmm8, zmm18, zmm19
vmovdqa64 zmm22, zmmword ptr [rdx - 1280]
vpmadd52luq zmm14, zmm18, zmm22
vpmadd52huq zmm2, zmm18, zmm22
vmovdqa64 zmm11, zmmword ptr [rdx - 1216]
vpmadd52luq zmm23, zmm18, zmm11
vpmadd52huq zmm29, zmm18, zmm11
vpbroadcastq zmm19, qword ptr [rsi + 136]
vmovdqa64 zmm22, zmmword ptr [rdx - 1024]
vpmadd52luq zmm21, zmm19, zmm22
vpmadd52huq zmm26, zmm19, zmm22
vmovdqa64 zmm18, zmmword ptr [rdx - 960]
vpmadd52luq zmm0, zmm19, zmm18
vpmadd52huq zmm20, zmm19, zmm18
vmovdqa64 zmm11, zmmword ptr [rdx - 896]
vpmadd52luq zmm5, zmm19, zmm11
vpmadd52huq zmm1, zmm19, zmm11
vpbroadcastq zmm22, qword ptr [rsi + 144]
vmovdqa64 zmm18, zmmword ptr [rdx - 704]
vpmadd52luq zmm27, zmm22, zmm18
vpmadd52huq zmm4, zmm22, zmm18
vmovdqa64 zmm19, zmmword ptr [rdx - 640]
vpmadd52luq zmm6, zmm22, zmm19
vpmadd52huq zmm10, zmm22, zmm19
vmovdqa64 zmm11, zmmword ptr [rdx - 576]
vpmadd52luq zmm12, zmm22, zmm11
vpmadd52huq zmm28, zmm22, zmm11
vpbroadcastq zmm18, qword ptr [rsi + 152]
vmovdqa64 zmm19, zmmword ptr [rdx - 384]
vpmadd52luq zmm9, zmm18, zmm19
vpmadd52huq zmm8, zmm18, zmm19
vmovdqa64 zmm22, zmmword ptr [rdx - 320]
vpmadd52luq zmm14, zmm18, zmm22
vpmadd52huq zmm2, zmm18, zmm22
vmovdqa64 zmm11, zmmword ptr [rdx - 256]
vpmadd52luq zmm23, zmm18, zmm11
vpmadd52huq zmm29, zmm18, zmm11
vpbroadcastq zmm19, qword ptr [rsi + 160]
vmovdqa64 zmm22, zmmword ptr [rdx - 64]
vpmadd52luq zmm21, zmm19, zmm22
vpmadd52huq zmm26, zmm19, zmm22
vmovdqa64 zmm18, zmmword ptr [rdx]
vpmadd52luq zmm0, zmm19, zmm18
vpmadd52huq zmm20, zmm19, zmm18
vmovdqa64 zmm11, zmmword ptr [rdx + 64]
vpmadd52luq zmm5, zmm19, zmm11
vpmadd52huq zmm1, zmm19, zmm11
vpbroadcastq zmm22, qword ptr [rsi + 168]
vmovdqa64 zmm18, zmmword ptr [rdx + 256]
vpmadd52luq zmm27, zmm22, zmm18
vpmadd52huq zmm4, zmm22, zmm18
vmovdqa64 zmm19, zmmword ptr [rdx + 320]
vpmadd52luq zmm6, zmm22, zmm19
vpmadd52huq zmm10, zmm22, zmm19
vmovdqa64 zmm11, zmmword ptr [rdx + 384]
vpmadd52luq zmm12, zmm22, zmm11
vpmadd52huq zmm28, zmm22, zmm11
vpbroadcastq zmm18, qword ptr [rsi + 176]
vmovdqa64 zmm19, zmmword ptr [rdx + 576]
vpmadd52luq zmm9, zmm18, zmm19
vpmadd52huq zmm8, zmm18, zmm19
vmovdqa64 zmm22, zmmword ptr [rdx + 640]
vpmadd52luq zmm14, zmm18, zmm22
vpmadd52huq zmm2, zmm18, zmm22
vmovdqa64 zmm11, zmmword ptr [rdx + 704]
vpmadd52luq zmm23, zmm18, zmm11
vpmadd52huq zmm29, zmm18, zmm11
vpbroadcastq zmm19, qword ptr [rsi + 184]
vmovdqa64 zmm22, zmmword ptr [rdx + 896]
vpmadd52luq zmm21, zmm19, zmm22
vpmadd52huq zmm26, zmm19, zmm22
vmovdqa64 zmm18, zmmword ptr [rdx + 960]
vpmadd52luq zmm0, zmm19, zmm18
vpmadd52huq zmm20, zmm19, zmm18
vmovdqa64 zmm11, zmmword ptr [rdx + 1024]
vpmadd52luq zmm5, zmm19, zmm11
vpmadd52huq zmm1, zmm19, zmm11
vpbroadcastq zmm22, qword ptr [rsi + 192]
vmovdqa64 zmm18, zmmword ptr [rdx + 1216]
vpmadd52luq zmm27, zmm22, zmm18
vpmadd52huq zmm4, zmm22, zmm18
vmovdqa64 zmm19, zmmword ptr [rdx + 1280]
vpmadd52luq zmm6, zmm22, zmm19
vpmadd52huq zmm10, zmm22, zmm19
vmovdqa64 zmm11, zmmword ptr [rdx + 1344]
vpmadd52luq zmm12, zmm22, zmm11
vpmadd52huq zmm28, zmm22, zmm11
vpbroadcastq zmm18, qword ptr [rsi + 200]
vmovdqa64 zmm19, zmmword ptr [rdx + 1536]
vpmadd52luq zmm9, zmm18, zmm19
vpmadd52huq zmm8, zmm18, zmm19
vmovdqa64 zmm22, zmmword ptr [rdx + 1600]
vpmadd52luq zmm14, zmm18, zmm22
vpmadd52huq zmm2, zmm18, zmm22
vmovdqa64 zmm11, zmmword ptr [rdx + 1664]
vpmadd52luq zmm23, zmm18, zmm11
vpmadd52huq zmm29, zmm18, zmm11
vpbroadcastq zmm19, qword ptr [rsi + 208]
vmovdqa64 zmm22, zmmword ptr [rdx + 1856]
vpmadd52luq zmm21, zmm19, zmm22
vpmadd52huq zmm26, zmm19, zmm22
vmovdqa64 zmm18, zmmword ptr [rdx + 1920]
vpmadd52luq zmm0, zmm19, zmm18
vpmadd52huq zmm20, zmm19, zmm18
vmovdqa64 zmm11, zmmword ptr [rdx + 1984]
vpmadd52luq zmm5, zmm19, zmm11
vpmadd52huq zmm1, zmm19, zmm11
vpbroadcastq zmm22, qword ptr [rsi + 216]
vmovdqa64 zmm18, zmmword ptr [rdx + 2176]
vpmadd52luq zmm27, zmm22, zmm18
vpmadd52huq zmm4, zmm22, zmm18
vmovdqa64 zmm19, zmmword ptr [rdx + 2240]
vpmadd52luq zmm6, zmm22, zmm19
vpmadd52huq zmm10, zmm22, zmm19
vmovdqa64 zmm11, zmmword ptr [rdx + 2304]
vpmadd52luq zmm12, zmm22, zmm11
vpmadd52huq zmm28, zmm22, zmm11
vpbroadcastq zmm18, qword ptr [rsi + 224]
vmovdqa64 zmm19, zmmword ptr [rdx + 2496]
vpmadd52luq zmm9, zmm18, zmm19
vpmadd52huq zmm8, zmm18, zmm19
vmovdqa64 zmm22, zmmword ptr [rdx + 2560]
vpmadd52luq zmm14, zmm18, zmm22
vpmadd52huq zmm2, zmm18, zmm22
vmovdqa64 zmm11, zmmword ptr [rdx + 2624]
vpmadd52luq zmm23, zmm18, zmm11
vpmadd52huq zmm29, zmm18, zmm11
vpbroadcastq zmm19, qword ptr [rsi + 232]
vmovdqa64 zmm22, zmmword ptr [rdx + 2816]
vpmadd52luq zmm21, zmm19, zmm22
vpmadd52huq zmm26, zmm19, zmm22
vmovdqa64 zmm18, zmmword ptr [rdx + 2880]
vpmadd52luq zmm0, zmm19, zmm18
vpmadd52huq zmm20, zmm19, zmm18
vmovdqa64 zmm11, zmmword ptr [rdx + 2944]
vpmadd52luq zmm5, zmm19, zmm11
vpmadd52huq zmm1, zmm19, zmm11
vpbroadcastq zmm22, qword ptr [rsi + 240]
vmovdqa64 zmm18, zmmword ptr [rdx + 3136]
vpmadd52luq zmm27, zmm22, zmm18
vpmadd52huq zmm4, zmm22, zmm18
vmovdqa64 zmm19, zmmword ptr [rdx + 3200]
vpmadd52luq zmm6, zmm22, zmm19
vpmadd52huq zmm10, zmm22, zmm19
vmovdqa64 zmm11, zmmword ptr [rdx + 3264]
vpmadd52luq zmm12, zmm22, zmm11
vpmadd52huq zmm28, zmm22, zmm11
vpbroadcastq zmm18, qword ptr [rsi + 248]
vmovdqa64 zmm19, zmmword ptr [rdx + 3456]
vpmadd52luq zmm9, zmm18, zmm19
vpmadd52huq zmm8, zmm18, zmm19
vmovdqa64 zmm22, zmmword ptr [rdx + 3520]
vpmadd52luq zmm14, zmm18, zmm22
vpmadd52huq zmm2, zmm18, zmm22
vmovdqa64 zmm11, zmmword ptr [rdx + 3584]
vpmadd52luq zmm23, zmm18, zmm11
vpmadd52huq zmm29, zmm18, zmm11
vpbroadcastq zmm19, qword ptr [rsi + 256]
vmovdqa64 zmm22, zmmword ptr [rdx + 3776]
vpmadd52luq zmm21, zmm19, zmm22
vpmadd52huq zmm26, zmm19, zmm22
vmovdqa64 zmm18, zmmword ptr [rdx + 3840]
vpmadd52luq zmm0, zmm19, zmm18
vpmadd52huq zmm20, zmm19, zmm18
vmovdqa64 zmm11, zmmword ptr [rdx + 3904]
vpmadd52luq zmm5, zmm19, zmm11
vpmadd52huq zmm1, zmm19, zmm11
vpbroadcastq zmm22, qword ptr [rsi + 264]
vmovdqa64 zmm18, zmmword ptr [rdx + 4096]
vpmadd52luq zmm27, zmm22, zmm18
vpmadd52huq zmm4, zmm22, zmm18
vmovdqa64 zmm19, zmmword ptr [rdx + 4160]
vpmadd52luq zmm6, zmm22, zmm19
vpmadd52huq zmm10, zmm22, zmm19
vmovdqa64 zmm11, zmmword ptr [rdx + 4224]
vpmadd52luq zmm12, zmm22, zmm11
vpmadd52huq zmm28, zmm22, zmm11
vpbroadcastq zmm18, qword ptr [rsi + 272]
vmovdqa64 zmm19, zmmword ptr [rdx + 4416]
vpmadd52luq zmm9, zmm18, zmm19
vpmadd52huq zmm8, zmm18, zmm19
vmovdqa64 zmm22, zmmword ptr [rdx + 4480]
vpmadd52luq zmm14, zmm18, zmm22
vpmadd52huq zmm2, zmm18, zmm22
vmovdqa64 zmm11, zmmword ptr [rdx + 4544]
vpmadd52luq zmm23, zmm18, zmm11
vpmadd52huq zmm29, zmm18, zmm11
vpbroadcastq zmm19, qword ptr [rsi + 280]
vmovdqa64 zmm22, zmmword ptr [rdx + 4736]
vpmadd52luq zmm21, zmm19, zmm22
vpmadd52huq zmm26, zmm19, zmm22
vmovdqa64 zmm18, zmmword ptr [rdx + 4800]
vpmadd52luq zmm0, zmm19, zmm18
vpmadd52huq zmm20, zmm19, zmm18
vmovdqa64 zmm11, zmmword ptr [rdx + 4864]
vpmadd52luq zmm5, zmm19, zmm11
vpmadd52huq zmm1, zmm19, zmm11
vpbroadcastq zmm22, qword ptr [rsi + 288]
vmovdqa64 zmm18, zmmword ptr [rdx + 5056]
vpmadd52luq zmm27, zmm22, zmm18
vpmadd52huq zmm4, zmm22, zmm18
vmovdqa64 zmm19, zmmword ptr [rdx + 5120]
vpmadd52luq zmm6, zmm22, zmm19
vpmadd52huq zmm10, zmm22, zmm19
vmovdqa64 zmm11, zmmword ptr [rdx + 5184]
vpmadd52luq zmm12, zmm22, zmm11
vpmadd52huq zmm28, zmm22, zmm11
vpbroadcastq zmm18, qword ptr [rsi + 296]
vmovdqa64 zmm19, zmmword ptr [rdx + 5376]
vpmadd52luq zmm9, zmm18, zmm19
vpmadd52huq zmm8, zmm18, zmm19
vmovdqa64 zmm22, zmmword ptr [rdx + 5440]
vpmadd52luq zmm14, zmm18, zmm22
vpmadd52huq zmm2, zmm18, zmm22
vmovdqa64 zmm11, zmmword ptr [rdx + 5504]
vpmadd52luq zmm23, zmm18, zmm11
vpmadd52huq zmm29, zmm18, zmm11
vpbroadcastq zmm19, qword ptr [rsi + 304]
vmovdqa64 zmm22, zmmword ptr [rdx + 5696]
vpmadd52luq zmm21, zmm19, zmm22
vpmadd52huq zmm26, zmm19, zmm22
vmovdqa64 zmm18, zmmword ptr [rdx + 5760]
vpmadd52luq zmm0, zmm19, zmm18
vpmadd52huq zmm20, zmm19, zmm18
vmovdqa64 zmm11, zmmword ptr [rdx + 5824]
vpmadd52luq zmm5, zmm19, zmm11
vpmadd52huq zmm1, zmm19, zmm11
vpbroadcastq zmm22, qword ptr [rsi + 312]
vmovdqa64 zmm18, zmmword ptr [rdx + 6016]
vpmadd52luq zmm27, zmm22, zmm18
vpmadd52huq zmm4, zmm22, zmm18
vmovdqa64 zmm19, zmmword ptr [rdx + 6080]
vpmadd52luq zmm6, zmm22, zmm19
vpmadd52huq zmm10, zmm22, zmm19
vmovdqa64 zmm11, zmmword ptr [rdx + 6144]
vpmadd52luq zmm12, zmm22, zmm11
vpmadd52huq zmm28, zmm22, zmm11
vpbroadcastq zmm18, qword ptr [rsi + 320]
vmovdqa64 zmm19, zmmword ptr [rdx + 6336]
vpmadd52luq zmm9, zmm18, zmm19
vpmadd52huq zmm8, zmm18, zmm19
vmovdqa64 zmm22, zmmword ptr [rdx + 6400]
vpmadd52luq zmm14, zmm18, zmm22
vpmadd52huq zmm2, zmm18, zmm22
vmovdqa64 zmm11, zmmword ptr [rdx + 6464]
vpmadd52luq zmm23, zmm18, zmm11
vpmadd52huq zmm29, zmm18, zmm11
vpaddq zmm27, zmm27, zmm9
vpaddq zmm4, zmm4, zmm8
vpaddq zmm27, zmm27, zmm21
vpaddq zmm4, zmm4, zmm26
vpaddq zmm6, zmm6, zmm14
vpaddq zmm10, zmm10, zmm2
vpaddq zmm6, zmm6, zmm0
vpaddq zmm10, zmm10, zmm20
vpaddq zmm12, zmm12, zmm23
vpaddq zmm28, zmm28, zmm29
vpaddq zmm12, zmm12, zmm5
vpaddq zmm28, zmm28, zmm1
valignq zmm19, zmm13, zmm28, 7
vpaddq zmm22, zmm17, zmm25
vpaddq zmm18, zmm22, zmm19
vpsrlq zmm11, zmm18, 52
valignq zmm9, zmm28, zmm10, 7
vpaddq zmm8, zmm15, zmm12
vpaddq zmm21, zmm8, zmm9
vpsrlq zmm26, zmm21, 52
valignq zmm14, zmm10, zmm4, 7
vpaddq zmm2, zmm3, zmm6
vpaddq zmm0, zmm2, zmm14
vpsrlq zmm20, zmm0, 52
vpandq zmm23, zmm18, zmm31
valignq zmm29, zmm11, zmm26, 7
vpaddq zmm25, zmm23, zmm29
vmovdqa64 zmmword ptr [rdi + 256], zmm25
vporq zmm5, zmm16, zmm25
vpandq zmm1, zmm21, zmm31
valignq zmm13, zmm26, zmm20, 7
vpaddq zmm26, zmm1, zmm13
vmovdqa64 zmmword ptr [rdi + 192], zmm26
vporq zmm17, zmm5, zmm26
vpaddq zmm19, zmm27, zmm7
valignq zmm22, zmm4, zmm30, 7
vpaddq zmm28, zmm19, zmm22
vpsrlq zmm15, zmm28, 52
vpandq zmm12, zmm0, zmm31
valignq zmm9, zmm20, zmm15, 7
vpaddq zmm8, zmm12, zmm9
vmovdqa64 zmmword ptr [rdi + 128], zmm8
vporq zmm10, zmm17, zmm8
vpbroadcastq zmm3, qword ptr [rsi]
vmovdqa64 zmm6, zmmword ptr [rdx - 6528]
vpxorq zmm14, zmm14, zmm14
vpmadd52luq zmm14, zmm3, zmm6
vpxorq zmm2, zmm2, zmm2
vpmadd52huq zmm2, zmm3, zmm6
vpbroadcastq zmm18, qword ptr [rsi + 8]
vmovdqa64 zmm11, zmmword ptr [rdx - 6208]
vpxorq zmm23, zmm23, zmm23
vpmadd52luq zmm23, zmm18, zmm11
vpxorq zmm29, zmm29, zmm29
vpmadd52huq zmm29, zmm18, zmm11
vpbroadcastq zmm21, qword ptr [rsi + 16]
vmovdqa64 zmm1, zmmword ptr [rdx - 5888]
vpxorq zmm13, zmm13, zmm13
vpmadd52luq zmm13, zmm21, zmm1
vpxorq zmm5, zmm5, zmm5
vpmadd52huq zmm5, zmm21, zmm1
vpbroadcastq zmm19, qword ptr [rsi + 24]
vmovdqa64 zmm22, zmmword ptr [rdx - 5568]
vpxorq zmm28, zmm28, zmm28
vpmadd52luq zmm28, zmm19, zmm22
vpxorq zmm0, zmm0, zmm0
vpmadd52huq zmm0, zmm19, zmm22
vpbroadcastq zmm20, qword ptr [rsi + 32]
vmovdqa64 zmm15, zmmword ptr [rdx - 5248]
vpmadd52luq zmm14, zmm20, zmm15
vpmadd52huq zmm2, zmm20, zmm15
vpbroadcastq zmm12, qword ptr [rsi + 40]
vmovdqa64 zmm9, zmmword ptr [rdx - 4928]
vpmadd52luq zmm23, zmm12, zmm9
vpmadd52huq zmm29, zmm12, zmm9
vpbroadcastq zmm17, qword ptr [rsi + 48]
vmovdqa64 zmm3, zmmword ptr [rdx - 4608]
vpmadd52luq zmm13, zmm17, zmm3
vpmadd52huq zmm5, zmm17, zmm3
vpbroadcastq zmm6, qword ptr [rsi + 56]
vmovdqa64 zmm18, zmmword ptr [rdx - 4288]
vpmadd52luq zmm28, zmm6, zmm18
vpmadd52huq zmm0, zmm6, zmm18
vpbroadcastq zmm11, qword ptr [rsi + 64]
vmovdqa64 zmm21, zmmword ptr [rdx - 3968]
vpmadd52luq zmm14, zmm11, zmm21
vpmadd52huq zmm2, zmm11, zmm21
vpbroadcastq zmm1, qword ptr [rsi + 72]
vmovdqa64 zmm19, zmmword ptr [rdx - 3648]
vpmadd52luq zmm23, zmm1, zmm19
vpmadd52huq zmm29, zmm1, zmm19
vpbroadcastq zmm22, qword ptr [rsi + 80]
vmovdqa64 zmm20, zmmword ptr [rdx - 3328]
vpmadd52luq zmm13, zmm22, zmm20
vpmadd52huq zmm5, zmm22, zmm20
vpbroadcastq zmm15, qword ptr [rsi + 88]
vmovdqa64 zmm12, zmmword ptr [rdx - 3008]
vpmadd52luq zmm28, zmm15, zmm12
vpmadd52huq zmm0, zmm15, zmm12
vpbroadcastq zmm9, qword ptr [rsi + 96]
vmovdqa64 zmm17, zmmword ptr [rdx - 2688]
vpmadd52luq zmm14, zmm9, zmm17
vpmadd52huq zmm2, zmm9, zmm17
vpbroadcastq zmm3, qword ptr [rsi + 104]
vmovdqa64 zmm6, zmmword ptr [rdx - 2368]
vpmadd52luq zmm23, zmm3, zmm6
vpmadd52huq zmm29, zmm3, zmm6
vpbroadcastq zmm18, qword ptr [rsi + 112]
vmovdqa64 zmm11, zmmword ptr [rdx - 2048]
vpmadd52luq zmm13, zmm18, zmm11
vpmadd52huq zmm5, zmm18, zmm11
vpbroadcastq zmm21, qword ptr [rsi + 120]
vmovdqa64 zmm1, zmmword ptr [rdx - 1728]
vpmadd52luq zmm28, zmm21, zmm1
vpmadd52huq zmm0, zmm21, zmm1
vpbroadcastq zmm19, qword ptr [rsi + 128]
vmovdqa64 zmm22, zmmword ptr [rdx - 1408]
vpmadd52luq zmm14, zmm19, zmm22
vpmadd52huq zmm2, zmm19, zmm22
vpbroadcastq zmm20, qword ptr [rsi + 136]
vmovdqa64 zmm15, zmmword ptr [rdx - 1088]
vpmadd52luq zmm23, zmm20, zmm15
vpmadd52huq zmm29, zmm20, zmm15
vpbroadcastq zmm12, qword ptr [rsi + 144]
vmovdqa64 zmm9, zmmword ptr [rdx - 768]
vpmadd52luq zmm13, zmm12, zmm9
vpmadd52huq zmm5, zmm12, zmm9
vpbroadcastq zmm17, qword ptr [rsi + 152]
vmovdqa64 zmm3, zmmword ptr [rdx - 448]
vpmadd52luq zmm28, zmm17, zmm3
vpmadd52huq zmm0, zmm17, zmm3
vpbroadcastq zmm6, qword ptr [rsi + 160]
vmovdqa64 zmm18, zmmword ptr [rdx - 128]
vpmadd52luq zmm14, zmm6, zmm18
vpmadd52huq zmm2, zmm6, zmm18
vpbroadcastq zmm11, qword ptr [rsi + 168]
vmovdqa64 zmm21, zmmword ptr [rdx + 192]
vpmadd52luq zmm23, zmm11, zmm21
vpmadd52huq zmm29, zmm11, zmm21
vpbroadcastq zmm1, qword ptr [rsi + 176]
vmovdqa64 zmm19, zmmword ptr [rdx + 512]
vpmadd52luq zmm13, zmm1, zmm19
vpmadd52huq zmm5, zmm1, zmm19
vpbroadcastq zmm22, qword ptr [rsi + 184]
vmovdqa64 zmm20, zmmword ptr [rdx + 832]
vpmadd52luq zmm28, zmm22, zmm20
vpmadd52huq zmm0, zmm22, zmm20
vpbroadcastq zmm15, qword ptr [rsi + 192]
vmovdqa64 zmm12, zmmword ptr [rdx + 1152]
vpmadd52luq zmm14, zmm15, zmm12
vpmadd52huq zmm2, zmm15, zmm12
vpbroadcastq zmm9, qword ptr [rsi + 200]
vmovdqa64 zmm17, zmmword ptr [rdx + 1472]
vpmadd52luq zmm23, zmm9, zmm17
vpmadd52huq zmm29, zmm9, zmm17
vpbroadcastq zmm3, qword ptr [rsi + 208]
vmovdqa64 zmm6, zmmword ptr [rdx + 1792]
vpmadd52luq zmm13, zmm3, zmm6
vpmadd52huq zmm5, zmm3, zmm6
vpbroadcastq zmm18, qword ptr [rsi + 216]
vmovdqa64 zmm11, zmmword ptr [rdx + 2112]
vpmadd52luq zmm28, zmm18, zmm11
vpmadd52huq zmm0, zmm18, zmm11
vpbroadcastq zmm21, qword ptr [rsi + 224]
vmovdqa64 zmm1, zmmword ptr [rdx + 2432]
vpmadd52luq zmm14, zmm21, zmm1
vpmadd52huq zmm2, zmm21, zmm1
vpbroadcastq zmm19, qword ptr [rsi + 232]
vmovdqa64 zmm22, zmmword ptr [rdx + 2752]
vpmadd52luq zmm23, zmm19, zmm22
vpmadd52huq zmm29, zmm19, zmm22
vpbroadcastq zmm20, qword ptr [rsi + 240]
vmovdqa64 zmm15, zmmword ptr [rdx + 3072]
vpmadd52luq zmm13, zmm20, zmm15
vpmadd52huq zmm5, zmm20, zmm15
vpbroadcastq zmm12, qword ptr [rsi + 248]
vmovdqa64 zmm9, zmmword ptr [rdx + 3392]
vpmadd52luq zmm28, zmm12, zmm9
vpmadd52huq zmm0, zmm12, zmm9
vpbroadcastq zmm17, qword ptr [rsi + 256]
vmovdqa64 zmm3, zmmword ptr [rdx + 3712]
vpmadd52luq zmm14, zmm17, zmm3
vpmadd52huq zmm2, zmm17, zmm3
vpbroadcastq zmm6, qword ptr [rsi + 264]
vmovdqa64 zmm18, zmmword ptr [rdx + 4032]
vpmadd52luq zmm23, zmm6, zmm18
vpmadd52huq zmm29, zmm6, zmm18
vpbroadcastq zmm11, qword ptr [rsi + 272]
vmovdqa64 zmm21, zmmword ptr [rdx + 4352]
vpmadd52luq zmm13, zmm11, zmm21
vpmadd52huq zmm5, zmm11, zmm21
vpbroadcastq zmm1, qword ptr [rsi + 280]
vmovdqa64 zmm19, zmmword ptr [rdx + 4672]
vpmadd52luq zmm28, zmm1, zmm19
vpmadd52huq zmm0, zmm1, zmm19
vpbroadcastq zmm22, qword ptr [rsi + 288]
vmovdqa64 zmm20, zmmword ptr [rdx + 4992]
vpmadd52luq zmm14, zmm22, zmm20
vpmadd52huq zmm2, zmm22, zmm20
vpbroadcastq zmm15, qword ptr [rsi + 296]
vmovdqa64 zmm12, zmmword ptr [rdx + 5312]
vpmadd52luq zmm23, zmm15, zmm12
vpmadd52huq zmm29, zmm15, zmm12
vpbroadcastq zmm9, qword ptr [rsi + 304]
vmovdqa64 zmm17, zmmword ptr [rdx + 5632]
vpmadd52luq zmm13, zmm9, zmm17
vpmadd52huq zmm5, zmm9, zmm17
vpbroadcastq zmm3, qword ptr [rsi + 312]
vmovdqa64 zmm6, zmmword ptr [rdx + 5952]
vpmadd52luq zmm28, zmm3, zmm6
vpmadd52huq zmm0, zmm3, zmm6
vpbroadcastq zmm18, qword ptr [rsi + 320]
vmovdqa64 zmm11, zmmword ptr [rdx + 6272]
vpmadd52luq zmm14, zmm18, zmm11
vpmadd52huq zmm2, zmm18, zmm11
vpaddq zmm14, zmm14, zmm23
vpaddq zmm2, zmm2, zmm29
vpaddq zmm14, zmm14, zmm13
vpaddq zmm2, zmm2, zmm5
vpaddq zmm14, zmm14, zmm28
vpaddq zmm2, zmm2, zmm0
valignq zmm21, zmm4, zmm2, 7
vpaddq zmm1, zmm7, zmm27
vpaddq zmm19, zmm1, zmm21
vpsrlq zmm22, zmm19, 52
valignq zmm20, zmm2, zmm30, 7
vpaddq zmm15, zmm24, zmm14
vpaddq zmm12, zmm15, zmm20
vpsrlq zmm9, zmm12, 52
vpandq zmm17, zmm19, zmm31
valignq zmm3, zmm22, zmm9, 7
vpaddq zmm28, zmm17, zmm3
vmovdqa64 zmmword ptr [rdi + 64], zmm28
vporq zmm6, zmm10, zmm28
vpandq zmm18, zmm12, zmm31
valignq zmm11, zmm9, zmm30, 7
vpaddq zmm29, zmm18, zmm11
vmovdqa64 zmmword ptr [rdi], zmm29
vporq zmm23, zmm6, zmm29
vpcmpuq k0, zmm23, zmm31, 6
vmovdqa64 zmm27, zmm8
vmovdqa64 zmm24, zmm16
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
