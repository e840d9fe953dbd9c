import type { PlainSentenceKey } from '../catalogue/sentences.js'
import type { Family } from '../chain/ids.js'
import type { Connector, ConnectorResume } from '../connector/connector.js'
import type { LoginRequest, Surface } from '../connector/live.js'
import type { FoyerContext } from '../context.js'
import { InvalidLoginError, SurfaceNotAskedError } from '../errors/action.js'
import { isRunning } from '../state/attempt.js'
import type { FoyerState } from '../state/state.js'
import { roomOf } from '../store/observable.js'
import { reportUnexpected } from '../view/views.js'
import type { ConnectionMachine } from './connect.js'
import type { RestoreEachParameters } from './restore.js'

/**
 * Shows a connector's own surface, in the place of another one. It may be there while the connector connects, and while it is connected, as then a dapp
 * may ask its wallet for something; the end of both hides it, and so does a modal that is closed below it, which only force does.
 *
 * @returns hides it
 * @throws SurfaceNotAskedError where nothing is asked of the connector, as in a kit that was stopped
 */
export function showSurface(kit: FoyerContext, surface: Surface): () => void {
  const { store, update } = kit
  const { connectorId, drawn } = surface
  if (!mayShow(store.getState(), connectorId)) throw new SurfaceNotAskedError({ connectorId })
  const isAlone = !store.getState().view.open
  const shown = { connectorId }
  let isHidden = false
  const hide = () => {
    if (isHidden) return
    isHidden = true
    stopWatching()
    update((state) => (state.surface === shown ? { surface: undefined, isSurfaceAwaited: undefined } : {}))
    if (held.current === surface) held.current = undefined
    surface.hide()
  }
  const held = roomOf(kit, { Room: ShownSurface, kit })
  held.current = surface
  update(() => ({ surface: shown, isSurfaceAwaited: drawn !== undefined }))
  let wasOpen = store.getState().view.open
  const stopWatching = store.subscribe((state) => {
    const isClosed = wasOpen && !state.view.open
    wasOpen = state.view.open
    if (isClosed || state.surface !== shown || !mayShow(state, connectorId)) hide()
  })
  if (!drawn) surface.show(isAlone)
  else
    drawn.then(() => {
      if (isHidden) return
      update(() => ({ isSurfaceAwaited: false }))
      surface.show(isAlone)
    }, kit.report)
  return hide
}

class ShownSurface {
  current: Surface | undefined
}

/** Shows the surface once more, above what has come over it meanwhile, such as the modal that makes room for it. */
export function raiseSurface(kit: FoyerContext): void {
  if (!kit.store.getState().isSurfaceAwaited) roomOf(kit, { Room: ShownSurface, kit }).current?.show()
}

/** The delay between opening the modal and its word on what was refused, so that it is read [S4.33]. */
const refusalMs = 300

/** Opens the modal, and says in it that the wallet takes no such request. */
export function showRefusal({ loaded, clock, update }: FoyerContext, message: PlainSentenceKey): void {
  loaded?.open({})
  clock.setTimeout(
    () => update(({ view }) => (view.open ? { snackbar: { variant: 'error', message } } : {})),
    refusalMs,
  )
}

function mayShow({ connection: { attempts, connections } }: FoyerState, connectorId: string): boolean {
  const isConnecting = isRunning(attempts.connect) && attempts.connect?.connectorId === connectorId
  return isConnecting || Object.values(connections).some(({ connector }) => connector.id === connectorId)
}

/** @throws InvalidLoginError where the connector hasn't this way to log in, or the address can't be one */
export function checkLogin({ id, logins }: Connector, login: LoginRequest): void {
  const isOffered = login.method === 'email' ? logins?.email : logins?.socials?.includes(login.provider)
  if (!isOffered) throw new InvalidLoginError({ connectorId: id, field: 'method' })
  if (login.method === 'email' && !/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(login.email))
    throw new InvalidLoginError({ connectorId: id, field: 'email' })
}

/** Goes on with a connect that had left the page, where its connector has something to go on with; what its families had before comes back where it fails. */
export async function takeUp({
  machine,
  connector,
  families,
  connect,
  restoreEach,
}: {
  readonly machine: ConnectionMachine
  readonly connector: Connector
  readonly families: readonly Family[]
  readonly connect: (
    machine: ConnectionMachine,
    parameters: { readonly connectorId: string; readonly resume: ConnectorResume },
  ) => Promise<unknown>
  readonly restoreEach: (parameters: RestoreEachParameters) => Promise<void>
}): Promise<void> {
  const { kit, host } = machine
  const restore = (wanted: readonly Family[], opened?: string) =>
    restoreEach({ machine, families: wanted, from: 'lastVisit', opened })
  let resume: ConnectorResume | undefined
  try {
    resume = connector.resume?.(host)
  } catch (error) {
    kit.report(error) // what is to be restored still is
  }
  if (!resume) return restore(families, connector.id)
  const isOwn = (family: Family) => connector.families.includes(family)
  const others = restore(families.filter((family) => !isOwn(family)))
  await connect(machine, { connectorId: connector.id, resume }).catch((error) => reportUnexpected(kit, error))
  const { active, pending } = kit.store.getState().connection
  await Promise.all([others, restore(families.filter((each) => isOwn(each) && !active[each] && !pending[each]))])
}
