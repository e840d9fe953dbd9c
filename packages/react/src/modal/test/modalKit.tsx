import {
  type Adapter,
  type Connector,
  createFoyer,
  type FamilyActions,
  type Foyer,
  type FoyerOptions,
  type KitEvent,
  type LiveConnection,
  type NetworkId,
  type WalletEvent,
} from '@foyer/core'
import { base, mainnet, solana } from '@foyer/core/networks'
import { act, render, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { memoryStorage } from '../../test/plainKit.js'
import { EmbeddedModal } from '../EmbeddedModal.js'
import { Modal } from '../Modal.js'

import { type ManualClock, manualClock } from './manualClock.js'

export const addresses = [
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
] as const

/** A wallet at the border, and what it does with what it's asked. */
export interface ScriptedWallet {
  readonly connector: Connector
  /** The answers from now on; `hang` never comes, nor does `add` once it was asked to add the network, a number is an EIP-1193 code. */
  answers: { connect: 'yes' | 'hang' | number; switch: 'yes' | 'hang' | 'add' | number; disconnect: 'yes' | 'fail' }
  /** Returns the number of requests to connect. */
  readonly prompts: () => number
  emit(event: WalletEvent): void
}

export function scriptedWallet({
  id = 'app.northwind',
  name = 'Northwind',
  accounts = 1,
  approvedNetworks,
  icon,
}: {
  readonly id?: string
  readonly name?: string
  readonly accounts?: 1 | 2
  readonly approvedNetworks?: readonly NetworkId[]
  readonly icon?: string
} = {}): ScriptedWallet {
  const listeners = new Set<(event: WalletEvent) => void>()
  let prompts = 0
  const answers: ScriptedWallet['answers'] = { connect: 'yes', switch: 'yes', disconnect: 'yes' }
  const answer = async (how: ScriptedWallet['answers']['switch']) => {
    if (how === 'hang' || how === 'add') await new Promise(() => {})
    if (typeof how === 'number') throw Object.assign(new Error('refused'), { code: how })
  }
  const live: LiveConnection = {
    accounts: [
      { namespace: 'eip155', address: addresses[0], type: 'eoa' },
      ...addresses.slice(1, accounts).map((address) => ({ namespace: 'eip155', address, type: 'eoa' }) as const),
    ],
    networks: { eip155: 'eip155:1' },
    approvedNetworks,
    providers: {},
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    switchNetwork({ asked }) {
      if (answers.switch === 'add') asked?.('addingNetwork')
      return answer(answers.switch)
    },
    async disconnect() {
      if (answers.disconnect === 'fail') throw new Error('the wallet is stuck')
    },
  }
  return {
    answers,
    prompts: () => prompts,
    emit(event) {
      for (const listener of listeners) listener(event)
    },
    connector: {
      id,
      name,
      type: 'ANNOUNCED',
      families: ['eip155'],
      icon,
      rdns: id,
      async connect() {
        prompts += 1
        await answer(answers.connect)
        return live
      },
      restore: async () => null,
    },
  }
}

/** An adapter whose wallet can be asked for what a test's actions send. */
export function askedAdapter(actions: Partial<FamilyActions>): Adapter {
  const { connector } = scriptedWallet()
  const connect: Connector['connect'] = async (request) => ({
    ...(await connector.connect(request)),
    providers: { eip155: { request: async () => null } },
  })
  return {
    family: 'eip155',
    type: 'fake',
    discover({ register }) {
      register({ ...connector, connect })
      return () => {}
    },
    actions: async () => ({ nativeBalance: async () => 1n, ...actions }),
  }
}

export interface ModalKit {
  readonly foyer: Foyer
  readonly clock: ManualClock
  readonly reported: unknown[]
  /** Events that the kit has emitted. */
  readonly events: KitEvent[]
}

/** A real kit over scripted wallets, with a clock that stands still. */
export function modalKit({
  wallets = [scriptedWallet()],
  balance = async () => 1_284_503_000_000_000_000n,
  ...options
}: Partial<FoyerOptions> & {
  readonly wallets?: readonly ScriptedWallet[]
  readonly balance?: () => Promise<bigint>
} = {}): ModalKit {
  const clock = manualClock()
  const adapter = (family: 'eip155' | 'solana'): Adapter => ({
    family,
    type: family,
    discover({ register }) {
      if (family === 'eip155') for (const { connector } of wallets) register(connector)
      return () => {}
    },
    actions: async () => ({ nativeBalance: balance }),
  })
  const foyer = createFoyer({
    projectId: 'test',
    networks: [mainnet, base, solana],
    adapters: [adapter('eip155'), adapter('solana')],
    storage: memoryStorage(),
    clock,
    ...options,
  })
  const reported: unknown[] = []
  foyer.onError((error) => reported.push(error))
  const events: KitEvent[] = []
  foyer.onEvent(({ data }) => events.push(data))
  return { foyer, clock, reported, events }
}

export interface ShownModal {
  /** The modal's shadow root. */
  readonly root: ShadowRoot
  /** The first element of a part. */
  readonly part: (name: string) => HTMLElement
  readonly parts: (name: string) => HTMLElement[]
  readonly text: () => string
  readonly press: (part: string) => Promise<void>
  /** Waits until the view stands and its code is there. */
  readonly arrived: (view: string) => Promise<HTMLElement>
  readonly unmount: () => void
}

/** Draws the modal in StrictMode and starts the kit. */
export async function showModal({ foyer }: Pick<ModalKit, 'foyer'>): Promise<ShownModal> {
  const translated = (await foyer.options.locale.load?.()) ?? {}
  const { unmount } = render(
    <StrictMode>
      {foyer.options.enableEmbedded ? (
        <EmbeddedModal foyer={foyer} translated={translated} />
      ) : (
        <Modal foyer={foyer} translated={translated} />
      )}
    </StrictMode>,
  )
  await act(async () => {
    foyer.start()
  })
  const root = document.querySelector('[data-foyer]')?.shadowRoot
  if (!root) throw new Error('no shadow root')
  // What leaves is none of it any more, and what stands ready for the next opening isn't yet.
  const isShown = (each: Element) => !each.closest('[data-phase="leaving"]') && !isReady(each)
  const parts = (name: string) => [...root.querySelectorAll<HTMLElement>(`[part~="${name}"]`)].filter(isShown)
  const part = (name: string) => {
    const [first] = parts(name)
    if (!first) throw new Error(`no part ${name} in ${root.querySelector('[data-part=card]')?.outerHTML}`)
    return first
  }
  return {
    root,
    part,
    parts,
    text: () => [...part('card').children].map((each) => (isReady(each) ? '' : each.textContent)).join(''),
    press: (name) => act(async () => part(name).click()),
    async arrived(view) {
      await waitFor(() => {
        const shown = root.querySelector(`[data-part="view"][data-view="${view}"]:not([data-phase="leaving"])`)
        // A code that is on its way is a part of a view that has come.
        const isComing = shown?.querySelector('[data-part="skeleton"]:not([data-part="qr-code"] > *)')
        const isWhole = shown && !isReady(shown) && !isComing
        if (!isWhole || root.querySelector('[data-phase="leaving"]')) throw new Error(`${view} hasn't arrived`)
      })
      return part('view')
    },
    unmount,
  }
}

/** Is it of the card that was drawn ahead, which no one sees yet? One that fades in the closed dialog has a place for notices beside it. */
export function isReady(each: Element): boolean {
  const dialog = each.closest('[data-part="card"] > *')?.closest('dialog')
  return dialog?.open === false && !dialog.querySelector('[data-part="snackbar-region"]')
}

/** Connects behind the modal's back. */
export async function connected({ foyer }: Pick<ModalKit, 'foyer'>, connectorId = 'app.northwind'): Promise<void> {
  await act(async () => {
    await foyer.connect({ connectorId })
  })
}

/** Does something, and lets what it sets off happen. */
export const acting: (run: () => void) => Promise<void> = (run) => act(async () => run())

/** A clipboard, which jsdom lacks. */
export function stubClipboard(writeText: (text: string) => Promise<void>): void {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
}
