import type { ResolvedOptions } from '../config/options.js'
import type { SiwxFactory } from '../config/siwxHost.js'
import type { FoyerContext } from '../context.js'
import type { Siwx } from '../siwx/siwx.js'

/** Whether options let anything work: there is a network, and one way to sign in at most [S5.2]. */
export const isUsable = ({
  networks,
  siwx,
  siweConfig,
}: Pick<ResolvedOptions, 'networks' | 'siwx' | 'siweConfig'>): boolean => networks.length > 0 && !(siwx && siweConfig)

/** Returns the host's sign-in client; the older one counts only where there is an adapter for its chains [S5.2]. */
export function siwxSource({
  options,
  adapters,
}: Pick<FoyerContext, 'options' | 'adapters'>): Siwx | SiwxFactory | undefined {
  return options.siwx ?? (adapters.has('eip155') ? options.siweConfig : undefined)
}

/** Is there a login among the connectors that the host hasn't switched off? */
export const isLoginOffered = ({
  connectors,
  options: {
    features: { email, socials },
  },
}: Pick<FoyerContext, 'connectors'> & { readonly options: Pick<ResolvedOptions, 'features'> }): boolean =>
  [...connectors.values()].some(({ logins }) => (email && logins?.email) || (socials !== false && logins?.socials))
