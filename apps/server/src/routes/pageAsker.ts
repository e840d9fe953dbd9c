import { OriginNotAllowedError } from '@foyer/service/errors/refusals'
import { connectionOf, isPage } from '@foyer/service/route/callers'
import type { PageAsker } from '../onramp/keyedPages.js'
import type { Services } from '../services.js'
import type { Call } from './route.js'
import { bearer } from './signIn.js'

type Asking = Pick<Call, 'c' | 'client' | 'project'> & {
  readonly services: Pick<Services, 'clientAddress' | 'signIns'>
}

/** The asker of a page to buy or to pay on. */
export function pageAskerOf({ c, services, client, project }: Asking): PageAsker {
  return {
    client,
    address: services.clientAddress(connectionOf(c)),
    async admit() {
      // A page's origin is one of the project's, or the call would have been refused before.
      if (isPage(c)) return
      const token = bearer(c, 'authorization')
      if (token === undefined) throw new OriginNotAllowedError()
      await services.signIns.me({ project, token, withAccount: false })
    },
  }
}
