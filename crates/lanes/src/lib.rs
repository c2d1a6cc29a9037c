//! Hash functions over many inputs at once.
#![no_std]
