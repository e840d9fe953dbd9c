import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import type { Encryption } from './algorithms.js'

export const nobleEncryption: Encryption = {
  seal: async ({ key, iv, plaintext }) => chacha20poly1305(key, iv).encrypt(plaintext),
  open: async ({ key, iv, sealed }) => chacha20poly1305(key, iv).decrypt(sealed),
}
