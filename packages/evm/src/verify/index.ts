export type { SiwxVerifier } from '@foyer/core/siwx'
