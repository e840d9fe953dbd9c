import { KIT_VERSION } from '@foyer/core/wire'
import type { Operation } from '@foyer/service/route/operation'
import { accounts } from './accounts.js'
import { admin } from './admin.js'
import { adminPageOperations } from './adminPages.js'
import { directory } from './directory.js'
import { documentation } from './documentation.js'
import { health } from './health.js'
import { names } from './names.js'
import { networks } from './networks.js'
import { onramp } from './onramp.js'
import { pay } from './pay.js'
import { prices } from './prices.js'
import { project } from './project.js'
import type { Route } from './route.js'
import { rpc } from './rpc.js'
import { sessions } from './sessions.js'
import { signIn } from './signIn.js'
import { swaps } from './swaps.js'
import { webhooks } from './webhooks.js'
import { words } from './words.js'

/** Every call of the API that is answered by its operation; the administration's pages are forms, and have routes of their own. */
export const routes: readonly Route[] = [
  ...rpc,
  ...accounts,
  ...networks,
  ...prices,
  ...words,
  ...project,
  ...sessions,
  ...signIn,
  ...swaps,
  ...onramp,
  ...pay,
  ...webhooks,
  ...names,
  ...directory,
  ...health,
  ...documentation({ operations: () => operations, version: KIT_VERSION }),
  ...admin,
]

/** Every call of the API. */
export const operations: readonly Operation[] = [...routes.map(({ operation }) => operation), ...adminPageOperations]
