/** What a test's page does by: the entry, and what stands behind it. */
export * from '../../index.js'
export { deriveSymKey } from '../keys.js'
