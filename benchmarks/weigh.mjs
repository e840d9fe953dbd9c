import { brotliCompressSync, gzipSync } from 'node:zlib'

/** @typedef {{ raw: number, gzip: number, brotli: number }} Weight bytes */

/**
 * What code weighs, and what it weighs on its way.
 * @param {Buffer} code
 * @returns {Weight}
 */
export const weigh = (code) => ({
  raw: code.length,
  gzip: gzipSync(code, { level: 9 }).length,
  brotli: brotliCompressSync(code).length,
})
