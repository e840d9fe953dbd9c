import type { Cancellable, GatedContext } from './project.js'

/** Whether the active network is served, without which the calls answer what stands for nothing [S7.1 S7.2]. */
export function isServed({ chains, network }: GatedContext, { signal }: Cancellable): Promise<boolean> {
  return chains.isSupported({ networkId: network(), signal })
}
