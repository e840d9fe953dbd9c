export type { Adapter } from '@foyer/core'
