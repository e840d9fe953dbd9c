import type { ResolvedOptions } from '../config/options.js'
import type { FoyerContext } from '../context.js'

/** Is there a login among the connectors that the host hasn't switched off? */
export const isLoginOffered = ({
  connectors,
  options: {
    features: { email, socials },
  },
}: Pick<FoyerContext, 'connectors'> & { readonly options: Pick<ResolvedOptions, 'features'> }): boolean =>
  [...connectors.values()].some(({ logins }) => (email && logins?.email) || (socials !== false && logins?.socials))
