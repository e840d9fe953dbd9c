/** The exports for a test's page: the entry, and what stands behind it. */
export * from '../../index.js'
export { deriveSymKey } from '../keys.js'
