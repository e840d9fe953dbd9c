export type { NetworkId } from '@foyer/core/chain'
