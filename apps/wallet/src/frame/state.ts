import type { WaitingApproval } from '../approval/approvals.js'
import type { LoginScreen } from '../login/login.js'

/** The state of the frame's view: one thing at a time, an application's request before a login. */
export interface FrameState {
  /** CAIP-2: the network that the application uses. */
  readonly chainId: string
  readonly theme: { readonly mode: 'light' | 'dark' | undefined; readonly accent: string | undefined }
  readonly login: LoginScreen | undefined
  readonly approvals: readonly WaitingApproval[]
  /** The request that the visitor has answered, until it is finished: it stands before those that wait. */
  readonly answered: WaitingApproval | undefined
  /** A visitor was to see something of the page: it is drawn from then on. */
  readonly isDrawn: boolean
}
