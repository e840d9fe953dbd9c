import type { ResolvedOptions } from './options.js'

/** Whether options let anything work: there is a network, and one way to sign in at most [S5.2]. */
export const isUsable = ({
  networks,
  siwx,
  siweConfig,
}: Pick<ResolvedOptions, 'networks' | 'siwx' | 'siweConfig'>): boolean => networks.length > 0 && !(siwx && siweConfig)
