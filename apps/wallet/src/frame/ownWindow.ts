import type { WaitingApproval } from '../approval/approvals.js'
import type { AskedSigning } from '../exchange/exchange.js'
import type { DeviceStore } from '../vault/deviceStore.js'
import type { Users } from './users.js'

/** Where the browser keeps nothing for the frame: what the wallet's own window signs with. */
export interface OwnWindow {
  /** A device that was made in this frame goes to the window, which keeps it. */
  signing(approval: WaitingApproval): AskedSigning
  /** The visitor has logged in again in the window: by this, its session is ended. */
  loggedInAgain(ending: string): void
  /** The window has kept it: here it is forgotten, as a session that is renewed in two places ends. */
  kept(): Promise<void>
}

export const createOwnWindow = ({
  users,
  store,
  projectId,
}: {
  readonly users: Users
  readonly store: DeviceStore
  readonly projectId: string
}): OwnWindow => ({
  signing: ({ signer, payloads }) => ({
    ...{ person: users.get().person, projectId, signer, payloads },
    device: store.get().wallet ? store.get() : null,
  }),
  loggedInAgain: users.loggedInAgain,
  kept: () => store.reset(),
})
