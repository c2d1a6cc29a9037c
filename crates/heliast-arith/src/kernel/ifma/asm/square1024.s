# a = a^2, 1024 bits, straight-line. Written by generate.py: change that instead.
# bits 1024 limbs 21 value_bits 1081 rows 22 scratch_blocks 4
vpternlogq zmm31, zmm31, zmm31, 255
vpsrlq zmm31, zmm31, 12
vpxorq zmm30, zmm30, zmm30
mov r9, r8
add rdx, 2112
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
.p2align 6
2:
vpbroadcastq zmm0, qword ptr [rdi + 64]
vpxorq zmm1, zmm1, zmm1
vpxorq zmm2, zmm2, zmm2
vpxorq zmm3, zmm3, zmm3
vpxorq zmm4, zmm4, zmm4
vpbroadcastq zmm5, qword ptr [rdi + 128]
vpmadd52luq zmm1, zmm29, zmm5
vpmadd52luq zmm2, zmm29, zmm0
vpmadd52luq zmm3, zmm28, zmm5
vpmadd52luq zmm4{k1}, zmm27, zmm5
vpmadd52luq zmm1{k1}, zmm28, zmm0
vpbroadcastq zmm6, qword ptr [rdi + 72]
vpxorq zmm7, zmm7, zmm7
vpxorq zmm8, zmm8, zmm8
vpxorq zmm9, zmm9, zmm9
vpxorq zmm10, zmm10, zmm10
vpbroadcastq zmm11, qword ptr [rdi + 136]
vpmadd52luq zmm7, zmm29, zmm11
vpmadd52luq zmm8, zmm29, zmm6
vpmadd52huq zmm7, zmm29, zmm5
vpmadd52luq zmm9, zmm28, zmm11
vpmadd52luq zmm10{k2}, zmm27, zmm11
vpmadd52luq zmm7{k2}, zmm28, zmm6
vpmadd52huq zmm8, zmm29, zmm0
vpmadd52huq zmm9, zmm28, zmm5
vpmadd52huq zmm10{k1}, zmm27, zmm5
vpmadd52huq zmm7{k1}, zmm28, zmm0
vpbroadcastq zmm12, qword ptr [rdi + 80]
valignq zmm13, zmm8, zmm30, 7
vpxorq zmm14, zmm14, zmm14
vpxorq zmm15, zmm15, zmm15
vpxorq zmm16, zmm16, zmm16
vpxorq zmm17, zmm17, zmm17
valignq zmm18, zmm7, zmm8, 7
vpbroadcastq zmm19, qword ptr [rdi + 144]
vpmadd52luq zmm14, zmm29, zmm19
valignq zmm20, zmm9, zmm7, 7
vpmadd52luq zmm15, zmm29, zmm12
vpmadd52huq zmm14, zmm29, zmm11
vpmadd52luq zmm16, zmm28, zmm19
vpmadd52luq zmm17{k3}, zmm27, zmm19
valignq zmm21, zmm10, zmm9, 7
vpmadd52luq zmm14{k3}, zmm28, zmm12
valignq zmm22, zmm30, zmm10, 7
vpmadd52huq zmm15, zmm29, zmm6
vpmadd52huq zmm16, zmm28, zmm11
vpmadd52huq zmm17{k2}, zmm27, zmm11
vpmadd52huq zmm14{k2}, zmm28, zmm6
vpbroadcastq zmm23, qword ptr [rdi + 88]
valignq zmm24, zmm15, zmm30, 6
vpxorq zmm25, zmm25, zmm25
vpaddq zmm2, zmm2, zmm13
vpxorq zmm26, zmm26, zmm26
vpxorq zmm5, zmm5, zmm5
vpxorq zmm0, zmm0, zmm0
valignq zmm8, zmm14, zmm15, 6
vpbroadcastq zmm7, qword ptr [rdi + 152]
vpmadd52luq zmm25, zmm29, zmm7
vpaddq zmm1, zmm1, zmm18
valignq zmm9, zmm16, zmm14, 6
vpmadd52luq zmm26, zmm29, zmm23
vpmadd52huq zmm25, zmm29, zmm19
vpmadd52luq zmm5, zmm28, zmm7
vpmadd52luq zmm0{k4}, zmm27, zmm7
vpaddq zmm3, zmm3, zmm20
valignq zmm10, zmm17, zmm16, 6
vpmadd52luq zmm25{k4}, zmm28, zmm23
valignq zmm11, zmm30, zmm17, 6
vpmadd52huq zmm26, zmm29, zmm12
vpmadd52huq zmm5, zmm28, zmm19
vpmadd52huq zmm0{k3}, zmm27, zmm19
vpaddq zmm4, zmm4, zmm21
vpmadd52huq zmm25{k3}, zmm28, zmm12
vpbroadcastq zmm6, qword ptr [rdi + 96]
valignq zmm13, zmm26, zmm30, 5
vpxorq zmm15, zmm15, zmm15
vpaddq zmm2, zmm2, zmm24
vpxorq zmm18, zmm18, zmm18
vpxorq zmm14, zmm14, zmm14
vpxorq zmm20, zmm20, zmm20
valignq zmm16, zmm25, zmm26, 5
vpbroadcastq zmm17, qword ptr [rdi + 160]
vpmadd52luq zmm15, zmm29, zmm17
vpaddq zmm1, zmm1, zmm8
valignq zmm19, zmm5, zmm25, 5
vpmadd52luq zmm18, zmm29, zmm6
vpmadd52huq zmm15, zmm29, zmm7
vpmadd52luq zmm14, zmm28, zmm17
vpaddq zmm3, zmm3, zmm9
valignq zmm21, zmm0, zmm5, 5
vpaddq zmm4, zmm4, zmm10
vpmadd52luq zmm15{k5}, zmm28, zmm6
vpmadd52huq zmm20{k4}, zmm27, zmm7
valignq zmm12, zmm30, zmm0, 5
vpmadd52huq zmm18, zmm29, zmm23
vpmadd52huq zmm14, zmm28, zmm7
vpaddq zmm22, zmm22, zmm11
vpmadd52huq zmm15{k4}, zmm28, zmm23
valignq zmm24, zmm18, zmm30, 4
vpxorq zmm26, zmm26, zmm26
vpaddq zmm2, zmm2, zmm13
vpxorq zmm8, zmm8, zmm8
vpbroadcastq zmm25, qword ptr [rdi + 104]
vpxorq zmm9, zmm9, zmm9
valignq zmm5, zmm15, zmm18, 4
vpaddq zmm1, zmm1, zmm16
vpmadd52huq zmm26, zmm29, zmm17
valignq zmm10, zmm14, zmm15, 4
vpmadd52luq zmm8, zmm29, zmm25
vpaddq zmm3, zmm3, zmm19
vpmadd52luq zmm26{k6}, zmm28, zmm25
valignq zmm0, zmm20, zmm14, 4
vpaddq zmm4, zmm4, zmm21
vpmadd52huq zmm9, zmm28, zmm17
valignq zmm7, zmm30, zmm20, 4
vpmadd52huq zmm8, zmm29, zmm6
vpaddq zmm22, zmm22, zmm12
vpmadd52huq zmm26{k5}, zmm28, zmm6
valignq zmm11, zmm8, zmm30, 3
vpaddq zmm2, zmm2, zmm24
vpxorq zmm23, zmm23, zmm23
vpxorq zmm13, zmm13, zmm13
vpbroadcastq zmm18, qword ptr [rdi + 112]
vpaddq zmm1, zmm1, zmm5
valignq zmm16, zmm26, zmm8, 3
vpmadd52luq zmm23, zmm29, zmm18
vpmadd52luq zmm13{k7}, zmm28, zmm18
vpaddq zmm3, zmm3, zmm10
valignq zmm15, zmm9, zmm26, 3
vpaddq zmm4, zmm4, zmm0
valignq zmm19, zmm30, zmm9, 3
vpmadd52huq zmm23, zmm29, zmm25
vpmadd52huq zmm13{k6}, zmm28, zmm25
vpaddq zmm22, zmm22, zmm7
valignq zmm14, zmm23, zmm30, 2
vpaddq zmm2, zmm2, zmm11
vpxorq zmm21, zmm21, zmm21
vpbroadcastq zmm17, qword ptr [rdi + 120]
vpxorq zmm20, zmm20, zmm20
vpaddq zmm1, zmm1, zmm16
valignq zmm12, zmm13, zmm23, 2
vpmadd52luq zmm21, zmm29, zmm17
vpaddq zmm3, zmm3, zmm15
vpmadd52huq zmm20{k7}, zmm28, zmm18
valignq zmm6, zmm30, zmm13, 2
vpmadd52huq zmm21, zmm29, zmm18
vpaddq zmm4, zmm4, zmm19
valignq zmm24, zmm21, zmm30, 1
vpaddq zmm2, zmm2, zmm14
vpxorq zmm5, zmm5, zmm5
valignq zmm8, zmm20, zmm21, 1
vpaddq zmm1, zmm1, zmm12
vpmadd52huq zmm5, zmm29, zmm17
valignq zmm10, zmm30, zmm20, 1
vpaddq zmm3, zmm3, zmm6
vpaddq zmm2, zmm2, zmm24
vpaddq zmm1, zmm1, zmm8
vpaddq zmm3, zmm3, zmm10
vpaddq zmm1, zmm1, zmm5
vpxorq zmm26, zmm26, zmm26
vpmadd52luq zmm26, zmm28, zmm28
vpxorq zmm0, zmm0, zmm0
vpmadd52huq zmm0, zmm28, zmm28
vmovdqa64 zmm9, zmmword ptr [r8]
vpermi2q zmm9, zmm26, zmm0
vmovdqa64 zmm25, zmmword ptr [r8 + 64]
vpermi2q zmm25, zmm26, zmm0
vpxorq zmm7, zmm7, zmm7
vpmadd52luq zmm7, zmm27, zmm27
vpxorq zmm11, zmm11, zmm11
vpmadd52huq zmm11, zmm27, zmm27
vmovdqa64 zmm16, zmmword ptr [r8]
vpermi2q zmm16, zmm7, zmm11
vmovdqa64 zmm23, zmmword ptr [r8 + 64]
vpermi2q zmm23, zmm7, zmm11
vpaddq zmm15, zmm1, zmm1
vpaddq zmm13, zmm15, zmm9
vpaddq zmm18, zmm3, zmm3
vpaddq zmm19, zmm18, zmm25
vpaddq zmm14, zmm4, zmm4
vpaddq zmm21, zmm14, zmm16
vpaddq zmm12, zmm22, zmm22
vpaddq zmm17, zmm12, zmm23
vpsrlq zmm20, zmm13, 52
vpandq zmm6, zmm20, zmmword ptr [r8 + 128]
vpandq zmm24, zmm13, zmm31
valignq zmm8, zmm6, zmm30, 7
vpaddq zmm10, zmm24, zmm8
vmovdqa64 zmmword ptr [rsi], zmm10
vpsrlq zmm5, zmm19, 52
vpandq zmm28, zmm19, zmm31
valignq zmm26, zmm5, zmm6, 7
vpaddq zmm0, zmm28, zmm26
vmovdqa64 zmmword ptr [rsi + 64], zmm0
vporq zmm27, zmm10, zmm0
vpsrlq zmm7, zmm21, 52
vpandq zmm11, zmm21, zmm31
valignq zmm1, zmm7, zmm5, 7
vpaddq zmm9, zmm11, zmm1
vmovdqa64 zmmword ptr [rsi + 128], zmm9
vporq zmm15, zmm27, zmm9
vpsrlq zmm3, zmm17, 52
vpandq zmm25, zmm17, zmm31
valignq zmm18, zmm3, zmm7, 7
vpaddq zmm4, zmm25, zmm18
vmovdqa64 zmmword ptr [rsi + 192], zmm4
vporq zmm16, zmm15, zmm4
vpcmpuq k0, zmm16, zmm31, 6
vpandq zmm14, zmm13, zmmword ptr [r8 + 192]
vpbroadcastq zmm22, qword ptr [rdi]
vpxorq zmm23, zmm23, zmm23
vpmadd52luq zmm23{k1}, zmm29, zmm22
vpxorq zmm12, zmm12, zmm12
vpbroadcastq zmm20, qword ptr [rdi + 8]
vpmadd52luq zmm12{k2}, zmm29, zmm20
vpmadd52huq zmm12{k1}, zmm29, zmm22
vpxorq zmm24, zmm24, zmm24
valignq zmm8, zmm12, zmm30, 7
vpbroadcastq zmm19, qword ptr [rdi + 16]
vpmadd52luq zmm24{k3}, zmm29, zmm19
valignq zmm6, zmm30, zmm12, 7
vpmadd52huq zmm24{k2}, zmm29, zmm20
vpxorq zmm28, zmm28, zmm28
valignq zmm26, zmm24, zmm30, 6
vpbroadcastq zmm10, qword ptr [rdi + 24]
vpaddq zmm23, zmm23, zmm8
vpmadd52luq zmm28{k4}, zmm29, zmm10
valignq zmm0, zmm30, zmm24, 6
vpaddq zmm2, zmm2, zmm6
vpmadd52huq zmm28{k3}, zmm29, zmm19
vpxorq zmm21, zmm21, zmm21
valignq zmm5, zmm28, zmm30, 5
vpbroadcastq zmm11, qword ptr [rdi + 32]
vpaddq zmm23, zmm23, zmm26
vpmadd52luq zmm21{k5}, zmm29, zmm11
valignq zmm1, zmm30, zmm28, 5
vpaddq zmm2, zmm2, zmm0
vpmadd52huq zmm21{k4}, zmm29, zmm10
vpxorq zmm27, zmm27, zmm27
valignq zmm9, zmm21, zmm30, 4
vpbroadcastq zmm17, qword ptr [rdi + 40]
vpaddq zmm23, zmm23, zmm5
vpmadd52luq zmm27{k6}, zmm29, zmm17
valignq zmm7, zmm30, zmm21, 4
vpaddq zmm2, zmm2, zmm1
vpmadd52huq zmm27{k5}, zmm29, zmm11
vpxorq zmm3, zmm3, zmm3
valignq zmm25, zmm27, zmm30, 3
vpbroadcastq zmm18, qword ptr [rdi + 48]
vpaddq zmm23, zmm23, zmm9
vpmadd52luq zmm3{k7}, zmm29, zmm18
valignq zmm15, zmm30, zmm27, 3
vpaddq zmm2, zmm2, zmm7
vpmadd52huq zmm3{k6}, zmm29, zmm17
valignq zmm4, zmm3, zmm30, 2
vpxorq zmm16, zmm16, zmm16
vpaddq zmm23, zmm23, zmm25
valignq zmm13, zmm30, zmm3, 2
vpaddq zmm2, zmm2, zmm15
vpmadd52huq zmm16{k7}, zmm29, zmm18
valignq zmm22, zmm16, zmm30, 1
vpaddq zmm23, zmm23, zmm4
valignq zmm12, zmm30, zmm16, 1
vpaddq zmm2, zmm2, zmm13
vpaddq zmm23, zmm23, zmm22
vpaddq zmm2, zmm2, zmm12
vpxorq zmm20, zmm20, zmm20
vpmadd52luq zmm20, zmm29, zmm29
vpxorq zmm8, zmm8, zmm8
vpmadd52huq zmm8, zmm29, zmm29
vmovdqa64 zmm24, zmmword ptr [r8]
vpermi2q zmm24, zmm20, zmm8
vmovdqa64 zmm6, zmmword ptr [r8 + 64]
vpermi2q zmm6, zmm20, zmm8
vpaddq zmm19, zmm23, zmm23
vpaddq zmm26, zmm19, zmm24
vpaddq zmm28, zmm2, zmm2
vpaddq zmm0, zmm28, zmm6
kortestb k0, k0
jne 7f
vpbroadcastq zmm10, qword ptr [rsi + 32]
vmovdqa64 zmm5, zmmword ptr [rdx - 2112]
vpxorq zmm21, zmm21, zmm21
vpmadd52luq zmm21, zmm10, zmm5
vpxorq zmm1, zmm1, zmm1
vpmadd52huq zmm1, zmm10, zmm5
vmovdqa64 zmm11, zmmword ptr [rdx - 2048]
vpxorq zmm9, zmm9, zmm9
vpmadd52luq zmm9, zmm10, zmm11
vpxorq zmm27, zmm27, zmm27
vpmadd52huq zmm27, zmm10, zmm11
vmovdqa64 zmm7, zmmword ptr [rdx - 1984]
vpxorq zmm17, zmm17, zmm17
vpmadd52luq zmm17, zmm10, zmm7
vpxorq zmm25, zmm25, zmm25
vpmadd52huq zmm25, zmm10, zmm7
vpbroadcastq zmm3, qword ptr [rsi + 40]
vmovdqa64 zmm15, zmmword ptr [rdx - 1920]
vpxorq zmm18, zmm18, zmm18
vpmadd52luq zmm18, zmm3, zmm15
vpxorq zmm4, zmm4, zmm4
vpmadd52huq zmm4, zmm3, zmm15
vmovdqa64 zmm16, zmmword ptr [rdx - 1856]
vpxorq zmm13, zmm13, zmm13
vpmadd52luq zmm13, zmm3, zmm16
vpxorq zmm22, zmm22, zmm22
vpmadd52huq zmm22, zmm3, zmm16
vmovdqa64 zmm12, zmmword ptr [rdx - 1792]
vpxorq zmm29, zmm29, zmm29
vpmadd52luq zmm29, zmm3, zmm12
vpxorq zmm20, zmm20, zmm20
vpmadd52huq zmm20, zmm3, zmm12
vpbroadcastq zmm8, qword ptr [rsi + 48]
vmovdqa64 zmm23, zmmword ptr [rdx - 1728]
vpmadd52luq zmm21, zmm8, zmm23
vpmadd52huq zmm1, zmm8, zmm23
vmovdqa64 zmm24, zmmword ptr [rdx - 1664]
vpmadd52luq zmm9, zmm8, zmm24
vpmadd52huq zmm27, zmm8, zmm24
vmovdqa64 zmm19, zmmword ptr [rdx - 1600]
vpmadd52luq zmm17, zmm8, zmm19
vpmadd52huq zmm25, zmm8, zmm19
vpbroadcastq zmm2, qword ptr [rsi + 56]
vmovdqa64 zmm6, zmmword ptr [rdx - 1536]
vpmadd52luq zmm18, zmm2, zmm6
vpmadd52huq zmm4, zmm2, zmm6
vmovdqa64 zmm28, zmmword ptr [rdx - 1472]
vpmadd52luq zmm13, zmm2, zmm28
vpmadd52huq zmm22, zmm2, zmm28
vmovdqa64 zmm5, zmmword ptr [rdx - 1408]
vpmadd52luq zmm29, zmm2, zmm5
vpmadd52huq zmm20, zmm2, zmm5
vpbroadcastq zmm11, qword ptr [rsi + 64]
vmovdqa64 zmm10, zmmword ptr [rdx - 1344]
vpmadd52luq zmm21, zmm11, zmm10
vpmadd52huq zmm1, zmm11, zmm10
vmovdqa64 zmm7, zmmword ptr [rdx - 1280]
vpmadd52luq zmm9, zmm11, zmm7
vpmadd52huq zmm27, zmm11, zmm7
vmovdqa64 zmm15, zmmword ptr [rdx - 1216]
vpmadd52luq zmm17, zmm11, zmm15
vpmadd52huq zmm25, zmm11, zmm15
vpbroadcastq zmm16, qword ptr [rsi + 72]
vmovdqa64 zmm3, zmmword ptr [rdx - 1152]
vpmadd52luq zmm18, zmm16, zmm3
vpmadd52huq zmm4, zmm16, zmm3
vmovdqa64 zmm12, zmmword ptr [rdx - 1088]
vpmadd52luq zmm13, zmm16, zmm12
vpmadd52huq zmm22, zmm16, zmm12
vmovdqa64 zmm23, zmmword ptr [rdx - 1024]
vpmadd52luq zmm29, zmm16, zmm23
vpmadd52huq zmm20, zmm16, zmm23
vpbroadcastq zmm24, qword ptr [rsi + 80]
vmovdqa64 zmm8, zmmword ptr [rdx - 960]
vpmadd52luq zmm21, zmm24, zmm8
vpmadd52huq zmm1, zmm24, zmm8
vmovdqa64 zmm19, zmmword ptr [rdx - 896]
vpmadd52luq zmm9, zmm24, zmm19
vpmadd52huq zmm27, zmm24, zmm19
vmovdqa64 zmm6, zmmword ptr [rdx - 832]
vpmadd52luq zmm17, zmm24, zmm6
vpmadd52huq zmm25, zmm24, zmm6
vpbroadcastq zmm28, qword ptr [rsi + 88]
vmovdqa64 zmm2, zmmword ptr [rdx - 768]
vpmadd52luq zmm18, zmm28, zmm2
vpmadd52huq zmm4, zmm28, zmm2
vmovdqa64 zmm5, zmmword ptr [rdx - 704]
vpmadd52luq zmm13, zmm28, zmm5
vpmadd52huq zmm22, zmm28, zmm5
vmovdqa64 zmm10, zmmword ptr [rdx - 640]
vpmadd52luq zmm29, zmm28, zmm10
vpmadd52huq zmm20, zmm28, zmm10
vpbroadcastq zmm7, qword ptr [rsi + 96]
vmovdqa64 zmm11, zmmword ptr [rdx - 576]
vpmadd52luq zmm21, zmm7, zmm11
vpmadd52huq zmm1, zmm7, zmm11
vmovdqa64 zmm15, zmmword ptr [rdx - 512]
vpmadd52luq zmm9, zmm7, zmm15
vpmadd52huq zmm27, zmm7, zmm15
vmovdqa64 zmm3, zmmword ptr [rdx - 448]
vpmadd52luq zmm17, zmm7, zmm3
vpmadd52huq zmm25, zmm7, zmm3
vpbroadcastq zmm12, qword ptr [rsi + 104]
vmovdqa64 zmm16, zmmword ptr [rdx - 384]
vpmadd52luq zmm18, zmm12, zmm16
vpmadd52huq zmm4, zmm12, zmm16
vmovdqa64 zmm23, zmmword ptr [rdx - 320]
vpmadd52luq zmm13, zmm12, zmm23
vpmadd52huq zmm22, zmm12, zmm23
vmovdqa64 zmm8, zmmword ptr [rdx - 256]
vpmadd52luq zmm29, zmm12, zmm8
vpmadd52huq zmm20, zmm12, zmm8
vpbroadcastq zmm19, qword ptr [rsi + 112]
vmovdqa64 zmm24, zmmword ptr [rdx - 192]
vpmadd52luq zmm21, zmm19, zmm24
vpmadd52huq zmm1, zmm19, zmm24
vmovdqa64 zmm6, zmmword ptr [rdx - 128]
vpmadd52luq zmm9, zmm19, zmm6
vpmadd52huq zmm27, zmm19, zmm6
vmovdqa64 zmm2, zmmword ptr [rdx - 64]
vpmadd52luq zmm17, zmm19, zmm2
vpmadd52huq zmm25, zmm19, zmm2
vpbroadcastq zmm5, qword ptr [rsi + 120]
vmovdqa64 zmm28, zmmword ptr [rdx]
vpmadd52luq zmm18, zmm5, zmm28
vpmadd52huq zmm4, zmm5, zmm28
vmovdqa64 zmm10, zmmword ptr [rdx + 64]
vpmadd52luq zmm13, zmm5, zmm10
vpmadd52huq zmm22, zmm5, zmm10
vmovdqa64 zmm11, zmmword ptr [rdx + 128]
vpmadd52luq zmm29, zmm5, zmm11
vpmadd52huq zmm20, zmm5, zmm11
vpbroadcastq zmm15, qword ptr [rsi + 128]
vmovdqa64 zmm7, zmmword ptr [rdx + 192]
vpmadd52luq zmm21, zmm15, zmm7
vpmadd52huq zmm1, zmm15, zmm7
vmovdqa64 zmm3, zmmword ptr [rdx + 256]
vpmadd52luq zmm9, zmm15, zmm3
vpmadd52huq zmm27, zmm15, zmm3
vmovdqa64 zmm16, zmmword ptr [rdx + 320]
vpmadd52luq zmm17, zmm15, zmm16
vpmadd52huq zmm25, zmm15, zmm16
vpbroadcastq zmm23, qword ptr [rsi + 136]
vmovdqa64 zmm12, zmmword ptr [rdx + 384]
vpmadd52luq zmm18, zmm23, zmm12
vpmadd52huq zmm4, zmm23, zmm12
vmovdqa64 zmm8, zmmword ptr [rdx + 448]
vpmadd52luq zmm13, zmm23, zmm8
vpmadd52huq zmm22, zmm23, zmm8
vmovdqa64 zmm24, zmmword ptr [rdx + 512]
vpmadd52luq zmm29, zmm23, zmm24
vpmadd52huq zmm20, zmm23, zmm24
vpbroadcastq zmm6, qword ptr [rsi + 144]
vmovdqa64 zmm19, zmmword ptr [rdx + 576]
vpmadd52luq zmm21, zmm6, zmm19
vpmadd52huq zmm1, zmm6, zmm19
vmovdqa64 zmm2, zmmword ptr [rdx + 640]
vpmadd52luq zmm9, zmm6, zmm2
vpmadd52huq zmm27, zmm6, zmm2
vmovdqa64 zmm28, zmmword ptr [rdx + 704]
vpmadd52luq zmm17, zmm6, zmm28
vpmadd52huq zmm25, zmm6, zmm28
vpbroadcastq zmm10, qword ptr [rsi + 152]
vmovdqa64 zmm5, zmmword ptr [rdx + 768]
vpmadd52luq zmm18, zmm10, zmm5
vpmadd52huq zmm4, zmm10, zmm5
vmovdqa64 zmm11, zmmword ptr [rdx + 832]
vpmadd52luq zmm13, zmm10, zmm11
vpmadd52huq zmm22, zmm10, zmm11
vmovdqa64 zmm7, zmmword ptr [rdx + 896]
vpmadd52luq zmm29, zmm10, zmm7
vpmadd52huq zmm20, zmm10, zmm7
vpbroadcastq zmm3, qword ptr [rsi + 160]
vmovdqa64 zmm15, zmmword ptr [rdx + 960]
vpmadd52luq zmm21, zmm3, zmm15
vpmadd52huq zmm1, zmm3, zmm15
vmovdqa64 zmm16, zmmword ptr [rdx + 1024]
vpmadd52luq zmm9, zmm3, zmm16
vpmadd52huq zmm27, zmm3, zmm16
vmovdqa64 zmm12, zmmword ptr [rdx + 1088]
vpmadd52luq zmm17, zmm3, zmm12
vpmadd52huq zmm25, zmm3, zmm12
vpbroadcastq zmm8, qword ptr [rsi + 168]
vmovdqa64 zmm23, zmmword ptr [rdx + 1152]
vpmadd52luq zmm18, zmm8, zmm23
vpmadd52huq zmm4, zmm8, zmm23
vmovdqa64 zmm24, zmmword ptr [rdx + 1216]
vpmadd52luq zmm13, zmm8, zmm24
vpmadd52huq zmm22, zmm8, zmm24
vmovdqa64 zmm19, zmmword ptr [rdx + 1280]
vpmadd52luq zmm29, zmm8, zmm19
vpmadd52huq zmm20, zmm8, zmm19
vpbroadcastq zmm2, qword ptr [rsi + 176]
vmovdqa64 zmm6, zmmword ptr [rdx + 1344]
vpmadd52luq zmm21, zmm2, zmm6
vpmadd52huq zmm1, zmm2, zmm6
vmovdqa64 zmm28, zmmword ptr [rdx + 1408]
vpmadd52luq zmm9, zmm2, zmm28
vpmadd52huq zmm27, zmm2, zmm28
vmovdqa64 zmm5, zmmword ptr [rdx + 1472]
vpmadd52luq zmm17, zmm2, zmm5
vpmadd52huq zmm25, zmm2, zmm5
vpbroadcastq zmm11, qword ptr [rsi + 184]
vmovdqa64 zmm10, zmmword ptr [rdx + 1536]
vpmadd52luq zmm18, zmm11, zmm10
vpmadd52huq zmm4, zmm11, zmm10
vmovdqa64 zmm7, zmmword ptr [rdx + 1600]
vpmadd52luq zmm13, zmm11, zmm7
vpmadd52huq zmm22, zmm11, zmm7
vmovdqa64 zmm15, zmmword ptr [rdx + 1664]
vpmadd52luq zmm29, zmm11, zmm15
vpmadd52huq zmm20, zmm11, zmm15
vpbroadcastq zmm16, qword ptr [rsi + 192]
vmovdqa64 zmm3, zmmword ptr [rdx + 1728]
vpmadd52luq zmm21, zmm16, zmm3
vpmadd52huq zmm1, zmm16, zmm3
vmovdqa64 zmm12, zmmword ptr [rdx + 1792]
vpmadd52luq zmm9, zmm16, zmm12
vpmadd52huq zmm27, zmm16, zmm12
vmovdqa64 zmm23, zmmword ptr [rdx + 1856]
vpmadd52luq zmm17, zmm16, zmm23
vpmadd52huq zmm25, zmm16, zmm23
vpbroadcastq zmm24, qword ptr [rsi + 200]
vmovdqa64 zmm8, zmmword ptr [rdx + 1920]
vpmadd52luq zmm18, zmm24, zmm8
vpmadd52huq zmm4, zmm24, zmm8
vmovdqa64 zmm19, zmmword ptr [rdx + 1984]
vpmadd52luq zmm13, zmm24, zmm19
vpmadd52huq zmm22, zmm24, zmm19
vmovdqa64 zmm6, zmmword ptr [rdx + 2048]
vpmadd52luq zmm29, zmm24, zmm6
vpmadd52huq zmm20, zmm24, zmm6
vpaddq zmm21, zmm21, zmm18
vpaddq zmm1, zmm1, zmm4
vpaddq zmm9, zmm9, zmm13
vpaddq zmm27, zmm27, zmm22
vpaddq zmm17, zmm17, zmm29
vpaddq zmm25, zmm25, zmm20
valignq zmm28, zmm25, zmm27, 7
vpaddq zmm2, zmm14, zmm17
vpaddq zmm5, zmm2, zmm28
vpsrlq zmm10, zmm5, 52
valignq zmm7, zmm27, zmm1, 7
vpaddq zmm11, zmm0, zmm9
vpaddq zmm15, zmm11, zmm7
vpsrlq zmm3, zmm15, 52
valignq zmm12, zmm1, zmm30, 7
vpaddq zmm16, zmm26, zmm21
vpaddq zmm23, zmm16, zmm12
vpsrlq zmm8, zmm23, 52
vpandq zmm19, zmm5, zmm31
valignq zmm24, zmm10, zmm3, 7
vpaddq zmm27, zmm19, zmm24
vmovdqa64 zmmword ptr [rdi + 128], zmm27
vpandq zmm6, zmm15, zmm31
valignq zmm18, zmm3, zmm8, 7
vpaddq zmm28, zmm6, zmm18
vmovdqa64 zmmword ptr [rdi + 64], zmm28
vporq zmm4, zmm27, zmm28
vpandq zmm13, zmm23, zmm31
valignq zmm22, zmm8, zmm30, 7
vpaddq zmm29, zmm13, zmm22
vmovdqa64 zmmword ptr [rdi], zmm29
vporq zmm20, zmm4, zmm29
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
