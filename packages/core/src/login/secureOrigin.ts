import type { FoyerContext } from '../context.js'
import { parseUrl } from '../networks/urls.js'

type Kit = Pick<FoyerContext, 'options'>

/** The origin of the embedded wallet's page: as the host has set it, or the secure site beside the api's host [S2.27]; undefined where there is neither. */
export const secureOriginOf = ({ options: { secureOrigin, api } }: Kit): string | undefined =>
  secureOrigin ?? api?.replace('://', '://secure.')

/** The wallet's own page there, on which a visitor secures the wallet; undefined where there is none. */
export const securePageOf = (kit: Kit): URL | undefined => parseUrl('/dashboard', secureOriginOf(kit))
