import type { Features } from '../config/options.js'
import type { FoyerContext } from '../context.js'
import { FoyerError } from '../errors/FoyerError.js'
import type { Foyer } from '../foyer.js'
import { type Attempt, type Attempts, type ConnectAttempt, isRunning, type SwitchAttempt } from '../state/attempt.js'
import type { FoyerState } from '../state/state.js'
import type { ViewName } from '../state/viewParams.js'
import { currentRoute, type Route, type ViewEvent } from '../state/viewState.js'

/** The situation that the rules of a view are asked about. */
export interface Here<Name extends ViewName = ViewName> {
  readonly kit: ViewKit
  readonly state: FoyerState
  readonly route: Route<Name>
}

export type ViewKit = Pick<FoyerContext, 'options' | 'adapters' | 'connectors' | 'rooms'>

/** The target of an attempt. */
export type AttemptTarget =
  | Pick<ConnectAttempt, 'kind' | 'connectorId' | 'wallet' | 'login'>
  | Pick<SwitchAttempt, 'kind' | 'networkId'>

/** The attempt that a view shows. */
export type ShownAttempt = AttemptTarget & {
  /** Entering the view starts it; else a press or the host does, and the view shows whichever runs at its target. */
  readonly startsByItself: boolean
  /** It is begun again once the network is back, where it failed for want of one. */
  readonly needsNetwork?: boolean | undefined
}

/** The rules by which the modal acts by itself about one view. */
export interface ViewRules<Name extends ViewName = ViewName> {
  /** The attempt that it shows. Leaving for a view that doesn't show the same cancels it. */
  attempt?(here: Here<Name>): ShownAttempt | undefined
  /** The modal closes once the wallet of its attempt is connected, unless the visitor is to sign in. */
  readonly closesOnceConnected?: true | undefined
  /** Returns where it leads once the connection, an attempt or the network is another than `before`. */
  next?(here: Here<Name>, before: FoyerState): ViewEvent | undefined
  /** Returns the event that brings it up, whatever is shown. */
  appears?(now: Omit<Here, 'route'>, before: FoyerState): ViewEvent | undefined
  /** Are its own ways the only way out for a visitor [S2.16 S4.20]? Then the cross, a press outside and Escape only shake it. */
  isHeld?(here: Here<Name>): Held
  /** It lies over the view below for as long as something is asked of the visitor there: that view isn't left by it. */
  readonly covers?: true | undefined
  /** It says itself how what was sent ends: nothing else has to. */
  readonly saysEnds?: true | undefined
}

/** Whether a view holds: the visitor, or the host's code too unless it closes by force. */
export type Held = boolean | 'byAll'

/** The code that draws a room's views, once it is loaded: its members are those that `@foyer/react` declares. */
// biome-ignore lint/suspicious/noEmptyInterface: what draws declares its own
export interface ViewCode {}

/** The views of a feature or a package. */
export interface ViewRoom {
  /** By their names; one without rules only shows. */
  readonly views: { readonly [Name in ViewName]?: ViewRules<Name> }
  /** The option that switches them on; their code is never fetched while that is off [S2.24]. */
  readonly feature?: keyof Features | undefined
  /** Whether they are switched off, where that takes more than the option. */
  readonly isOff?: ((state: FoyerState, view: ViewName) => boolean) | undefined
  /** They are for kits that have visitors sign in. */
  readonly signsIn?: boolean | undefined
  /** Fetches what draws them; left out where their face has it already. */
  readonly load?: ((kit: FoyerContext) => Promise<ViewCode>) | undefined
}

/** The rooms of a kit that have views, by the name of each view. */
class Views {
  readonly rooms = new Map<string, ViewRoom>()
}

// Not by `roomOf`, which comes with what speaks with servers: this is there before.
function viewsOf({ rooms }: Pick<ViewKit, 'rooms'>): Views {
  const present = rooms.get(Views)
  if (present instanceof Views) return present
  const made = new Views()
  rooms.set(Views, made)
  return made
}

/** Adds views to a kit; one that is there stays what it is. */
export function addViews(kit: Pick<ViewKit, 'rooms'>, room: ViewRoom): void {
  const { rooms } = viewsOf(kit)
  for (const view of Object.keys(room.views)) if (!rooms.has(view)) rooms.set(view, room)
}

/** The room that a view was added by. */
export const viewRoomOf = (kit: ViewKit, view: string): ViewRoom | undefined => viewsOf(kit).rooms.get(view)

/** The rules of a route's view. */
export const rulesOf = (kit: ViewKit, { view }: Route): ViewRules | undefined => viewRoomOf(kit, view)?.views[view]

/** Returns the event that brings up a view by itself. */
export function appearing(kit: ViewKit, state: FoyerState, before: FoyerState): ViewEvent | undefined {
  for (const { views } of new Set(viewsOf(kit).rooms.values()))
    for (const rules of Object.values(views)) {
      const event = rules.appears?.({ kit, state }, before)
      if (event) return event
    }
  return undefined
}

/** Is there no way out for a visitor but those of the view? Then there is nothing to close it by either. */
export const isHeld = (kit: ViewKit, state: FoyerState, route: Route = currentRoute(state.view)): Held =>
  rulesOf(kit, route)?.isHeld?.({ kit, state, route }) ?? false

/** The attempt that the shown view shows, by its rules; undefined where it shows none. */
export function shownAttempt(kit: ViewKit, state: FoyerState): ShownAttempt | undefined {
  if (!state.view.open) return undefined
  const route = currentRoute(state.view)
  return rulesOf(kit, route)?.attempt?.({ kit, state, route })
}

type Aimed = AttemptTarget | Attempt | undefined

export function isAt(attempt: Aimed, target: AttemptTarget | undefined): boolean {
  if (target?.kind === 'switch') return attempt?.kind === 'switch' && attempt.networkId === target.networkId
  return target !== undefined && attempt?.kind === 'connect' && attempt.connectorId === target.connectorId
}

/** Is it for the same wallet too, where the connector is only the way to it, and the same login? */
export function isSameTarget(attempt: Aimed, target: AttemptTarget | undefined): boolean {
  if (!isAt(attempt, target)) return false
  if (attempt?.kind !== 'connect' || target?.kind !== 'connect') return true
  const [ours, theirs] = [attempt, target].map(({ wallet, login }) => JSON.stringify([wallet?.id, login]))
  return ours === theirs
}

/** Does a view show an attempt? One that starts none by itself shows its connector's for whichever wallet. */
export const isShownBy = (attempt: Aimed, shown: ShownAttempt | undefined): boolean =>
  shown?.startsByItself ? isSameTarget(attempt, shown) : isAt(attempt, shown)

/** The store's attempt at a target, running or ended, for whichever wallet. */
export function attemptAt(attempts: Attempts, target: AttemptTarget | undefined): Attempt | undefined {
  const attempt = target && attempts[target.kind]
  return isAt(attempt, target) ? attempt : undefined
}

export type Attempting = Pick<Foyer, 'connect' | 'switchNetwork' | 'store'>

/**
 * Starts an attempt at a target: whatever is pressed, drawn or ruled comes by here. One that runs there already goes on, unless it is given up for a new one.
 *
 * @throws as {@link Foyer.connect} and {@link Foyer.switchNetwork}
 */
export async function startAttempt(
  { store, connect, switchNetwork }: Attempting,
  target: AttemptTarget,
  { signal, anew = false }: { readonly signal?: AbortSignal | undefined; readonly anew?: boolean | undefined } = {},
): Promise<void> {
  const attempt = attemptAt(store.getState().connection.attempts, target)
  if (!anew && isRunning(attempt) && isSameTarget(attempt, target)) return
  if (target.kind === 'switch') await switchNetwork(target.networkId, { signal })
  else await connect({ ...target, signal })
}

/** Reports what an attempt rejected with, unless it was cancelled or refused by the visitor: the store has its end. */
export function reportUnexpected({ report }: Pick<FoyerContext, 'report'>, error: unknown): void {
  const isExpected = error instanceof FoyerError && (error.code === 'aborted' || error.code === 'user_rejected')
  if (!isExpected) report(error)
}
