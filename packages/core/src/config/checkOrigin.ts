import type { Api } from '../api/createApi.js'
import { alertFor, originAlert } from '../api/project.js'

import type { FoyerContext } from '../context.js'

/**
 * Compares the page's origin with the project's allowed origins, and alerts the developer where it isn't among them [S5.5 S5.6].
 * Only an alert: what an origin may do is decided by the server.
 */
export async function checkOrigin({
  kit: { update },
  api,
}: {
  readonly kit: FoyerContext
  readonly api: Api
}): Promise<void> {
  const { origin } = window.location
  try {
    const key = originAlert({ origin, allowedOrigins: await api.allowedOrigins() })
    if (key) update(() => ({ alert: { key, values: { origin } } }))
  } catch (error) {
    const key = alertFor(error)
    if (!key) throw error
    update(() => ({ alert: { key, values: { origin } } }))
  }
}
