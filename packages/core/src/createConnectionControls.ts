import type { Api } from './api/project.js'
import { madeProviders } from './connection/channelProvider.js'
import { type ConnectionMachine, connect, type SignInSeam, switchNetwork } from './connection/connect.js'
import { disconnect } from './connection/disconnect.js'
import { persist, recalledNetworks, restore } from './connection/restore.js'
import type { ConnectorHost, Metadata } from './connector/connector.js'
import { type ConnectionControls, type FoyerContext, type KitControls, type Queries, withContext } from './context.js'
import { AbortedError } from './errors/connection.js'
import { eventsBetween } from './events/event.js'
import type { ConnectParameters, Foyer } from './foyer.js'
import { painted } from './loading/painted.js'
import { onDemand } from './loading/piece.js'
import { secureOriginOf } from './login/secureOrigin.js'
import { parseRecents } from './offered/recents.js'
import { watchOnline } from './platform/browser.js'
import { raiseAlert, watchAlerts } from './setup/raiseAlert.js'
import { isUsable, siwxSource } from './setup/setup.js'
import { closedView, currentRoute, type ViewState } from './state/viewState.js'
import { connectionViews } from './view/connecting.js'
import { createModalControls } from './view/modal.js'
import { applyViewRules } from './view/rules.js'
import { addViews } from './view/views.js'

/** A modal that was opened before its rules were there is led on by them. */
export function createControls(kit: FoyerContext): KitControls {
  const loadOnce = onDemand({
    chunk: 'queries',
    async load() {
      const queries = await loadQueries()
      queries.addFeatures(kit)
      return queries
    },
  })
  let api: Api | undefined
  const controls: KitControls = {
    ...createModalControls(kit),
    connection: onDemand({ chunk: 'connection', load: () => loadConnectionControls(kit) }),
    loadQueries: loadOnce,
    async openApi(origin) {
      const { openApi } = await loadOnce()
      api ??= openApi({ ...kit, origin })
      return api
    },
    provider(family) {
      const id = kit.store.getState().connection.active[family]
      const live = id === undefined ? undefined : kit.live.get(id)?.live
      return live && (live.providers[family] ?? madeProviders(live)[family])
    },
  }
  addViews(kit, connectionViews)
  kit.loaded = controls
  // Their views may appear by themselves.
  if (kit.options.customFeatures) loadOnce().catch(kit.report)
  const { view, connectorFilter: family } = kit.store.getState()
  if (view.open) controls.open({ ...currentRoute(view), family })
  return controls
}

/** @throws the browser's own error where the chunk can't be had */
export const loadQueries = (): Promise<Queries> => import('./queries.js')

/** With what signs visitors in, where the host has them sign in. @throws the browser's own error where a chunk can't be had */
export async function loadConnectionControls(kit: FoyerContext): Promise<ConnectionControls> {
  if (!isUsable(kit.options)) return (await loadQueries()).refusingControls(kit)
  if (!siwxSource(kit)) return createConnectionControls(kit)
  // The rules of its view come with the latter.
  const [{ signInSeam }] = await Promise.all([import('./signin/watchSignIn.js'), kit.queries()])
  return createConnectionControls(kit, signInSeam(kit))
}

export function createConnectionControls(kit: FoyerContext, signIn?: SignInSeam | undefined): ConnectionControls {
  const machine: ConnectionMachine = {
    kit,
    host: connectorHostOf(kit, signIn !== undefined),
    takeUp: (families) => void restore(machine, { families, from: 'otherTab' }).catch(kit.report),
    signIn,
  }
  let stops: (() => void)[] = []
  let seen = closedView
  /** A kit that was stopped does nothing more, whatever it was asked for meanwhile. */
  const whileRunning =
    <P extends readonly unknown[], R>(action: (machine: ConnectionMachine, ...parameters: P) => Promise<R>) =>
    async (...parameters: P): Promise<R> => {
      if (stops.length === 0) throw new AbortedError()
      return action(machine, ...parameters)
    }
  return {
    start() {
      if (stops.length > 0) return
      stops = watch({ machine, seen })
    },
    stop() {
      for (const stop of stops) stop()
      stops = []
      seen = kit.store.getState().view
      for (const { controller } of kit.running.values()) controller.abort(new AbortedError())
      for (const { stopListening } of kit.live.values()) stopListening()
      kit.live.clear()
    },
    connect: whileRunning(connect),
    disconnect: whileRunning(disconnect),
    switchNetwork: whileRunning(switchNetwork),
    restore: (families) => restore(machine, { families, from: 'lastVisit' }),
    followTab(key) {
      kit
        .queries()
        .then((queries) => queries.followTab(machine, key))
        .catch(kit.report)
    },
  }
}

/** The kit as connectors know it: made once a kit, so that a connector can distinguish kits by it. */
export function connectorHostOf(kit: FoyerContext, signsIn = false): ConnectorHost {
  const { adapterHost, adapters, options, store, persistence, endings, report } = kit
  return {
    ...adapterHost,
    report(error) {
      report(error)
      raiseAlert(kit, error)
    },
    projectId: options.projectId,
    lang: options.locale.tag,
    signsIn,
    api: options.api,
    secureOrigin: secureOriginOf(kit),
    defaultAccountTypes: options.defaultAccountTypes,
    showSurface: async (surface) => (await kit.queries()).showSurface(kit, surface),
    showRefusal(message) {
      kit.queries().then((queries) => queries.showRefusal(kit, message), report)
    },
    theme: {
      get: () => store.getState().theme,
      subscribe: (listener) => store.subscribe((state, before) => state.theme !== before.theme && listener()),
    },
    get metadata() {
      return { ...pageMetadata(), ...options.metadata }
    },
    networks: () => store.getState().networks,
    adapterOf: (family) => adapters.get(family),
    storage: {
      getItem: (key) => persistence.read(`connector:${key}`) ?? null,
      setItem: (key, value) => persistence.write(`connector:${key}`, value),
      removeItem: (key) => persistence.write(`connector:${key}`, undefined),
    },
    onStop: (end) => endings.add(end),
  }
}

/** Reads the page's own title, description, address and icon [S3.9]. */
function pageMetadata(): Metadata {
  const { document, location } = globalThis
  const icon = document?.querySelector<HTMLLinkElement>('link[rel~="icon"]')?.href
  return {
    name: document?.title ?? '',
    description: document?.querySelector<HTMLMetaElement>('meta[property="og:description"]')?.content ?? '',
    url: location?.origin ?? '',
    icons: icon ? [icon] : [],
  }
}

function watch({
  machine,
  seen,
}: {
  readonly machine: ConnectionMachine
  /** The modal as it was when it was last watched. */
  readonly seen: ViewState
}): (() => void)[] {
  const { kit, signIn } = machine
  const { store, update, track, persistence } = kit
  update((state) => ({
    recents: parseRecents(persistence.read('recent_wallets')),
    chosen: recalledNetworks(kit, state),
  }))
  const emit = (state = store.getState(), before = { ...state, view: seen }) => {
    for (const event of eventsBetween(before, state)) track(event)
  }
  const stops = [
    watchAlerts(kit),
    watchOnline(kit),
    persist(kit),
    watchServer(kit),
    store.subscribe(emit), // before the rules, whose changes come after what caused them
  ]
  emit() // the opening that had this loaded
  const { open, close } = createModalControls(kit)
  const modal = withContext(kit, {
    open,
    close,
    store,
    connect: (parameters: ConnectParameters) => connect(machine, parameters),
    switchNetwork: (...parameters: Parameters<Foyer['switchNetwork']>) => switchNetwork(machine, ...parameters),
  })
  stops.push(applyViewRules({ kit, modal }))
  // After the rules, so that what they close isn't what it has opened.
  if (signIn) stops.push(signIn.watch({ machine, modal }))
  return stops
}

/**
 * Asks the server, and sends to it, from the first opening on and never before: whether the page's origin is allowed
 * [S5.5], and what happened, where the host turned analytics on [S7.31]. @returns stops
 */
export function watchServer(kit: FoyerContext): () => void {
  const { api, queries, onEvent, options, report, onError } = kit
  if (!api) return () => {}
  const sender = onDemand({
    chunk: 'queries',
    async load() {
      // One that doesn't come is for who asked for it to say.
      await Promise.allSettled([kit.firstView])
      await painted()
      const [{ createEventSender }, open] = await Promise.all([queries(), api()])
      return createEventSender({ kit, api: open })
    },
  })
  const { analytics } = options.features
  const stopEvents = onEvent((event) => {
    if (event.data.event === 'MODAL_OPEN')
      sender()
        .then(({ checkOnce }) => checkOnce())
        .catch(report)
    if (analytics)
      sender()
        .then(({ sendEvent }) => sendEvent(event))
        .catch(report)
  })
  const stopErrors = analytics
    ? onError((error) => {
        sender().then(({ sendError }) => sendError(error), noSender)
      })
    : noSender
  return () => {
    stopEvents()
    stopErrors()
  }
}

/** An error that can't be sent was reported already: reporting that as well would never end. */
function noSender(): void {}
