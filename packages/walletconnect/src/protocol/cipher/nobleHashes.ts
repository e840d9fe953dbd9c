// Where there are no hashes there are no curves: who fetches these gets both, and what the library has for both once.
export { sha256, sha512 } from '@noble/hashes/sha2.js'
export { nobleKeyAgreement, nobleSignatures } from './nobleCurves.js'
