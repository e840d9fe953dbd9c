import type { FoyerContext } from '../context.js'
import type { FoyerState } from '../state/state.js'
import { currentRoute, type Route, type ViewEvent } from '../state/viewState.js'
import { roomOf } from '../store/observable.js'
import { addViews, type Here, type ViewRoom } from '../view/views.js'
import type { UpdateEmailAttempt } from './feature.js'
import { cancelUpdateIn, loginEmailOf } from './updateEmail.js'

const isAnswering = ({ view }: Route): boolean => view === 'UpdateEmailPrimaryOtp' || view === 'UpdateEmailSecondaryOtp'
const isOfUpdate = (route: Route): boolean => route.view === 'UpdateEmailWallet' || isAnswering(route)

const ruled = { next }

/** The views in which a login goes to another address, and what leads from one to the next [S4.24]. */
const emailRoom: ViewRoom = {
  views: { UpdateEmailWallet: ruled, UpdateEmailPrimaryOtp: ruled, UpdateEmailSecondaryOtp: ruled },
}

function next({ state, route }: Here, before: FoyerState): ViewEvent | undefined {
  const { updateEmail: attempt } = state.connection.attempts
  const { updateEmail: former } = before.connection.attempts
  if (!attempt || attempt === former) return undefined
  if (attempt.end) return attempt.end.status === 'succeeded' ? { type: 'wentBack', past: isOfUpdate } : undefined
  const wanted = routeOf(attempt, loginEmailOf(state))
  if (!wanted || wanted.view === route.view) return undefined
  return { type: isAnswering(route) ? 'replaced' : 'pushed', route: wanted }
}

/** Where the step of an update is answered. */
function routeOf({ step, email }: UpdateEmailAttempt, from: string | undefined): Route | undefined {
  if (step.type === 'linksSent') return { view: 'UpdateEmailSecondaryOtp', email }
  if (step.type !== 'codeSent') return undefined
  const { sentTo } = step
  return { view: sentTo === from ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp', email: sentTo }
}

/** Gives up an update whose views were left: it would stay unanswered. One that a host has begun without them goes on. */
class EmailWatch {
  readonly end: () => void

  constructor(kit: FoyerContext) {
    this.end = kit.store.subscribe(({ view }, { view: before }) => {
      const [shown, former] = [view, before].map((each) => (each.open ? currentRoute(each) : undefined))
      if (former === undefined || shown === former || !isOfUpdate(former)) return
      const goesOn = shown !== undefined && isOfUpdate(shown) && (isAnswering(shown) || !isAnswering(former))
      if (!goesOn) cancelUpdateIn(kit)
    })
  }
}

/** Gives a kit the views in which a login goes to another address; the same again changes nothing. */
export function addEmailViews(kit: FoyerContext): void {
  addViews(kit, emailRoom)
  roomOf(kit, { Room: EmailWatch, kit })
}
