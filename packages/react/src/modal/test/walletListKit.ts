import { currentRoute, type Foyer, type Route } from '@foyer/core'
import type { Wallet } from '@foyer/core/wire'
import { fireEvent, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { pairing } from '../../test/pairing.js'
import { acting, type ModalKit, modalKit, type ShownModal, showModal } from './modalKit.js'

export const api = 'https://foyer.example'

export const listed = (index: number): Wallet => ({
  id: index.toString(16).padStart(64, '0'),
  name: `Wallet ${index}`,
  rdns: index === 70 ? 'app.northwind' : null,
  chains: ['eip155:1'],
  image_id: `image-${index}`,
  badge_type: index % 2 === 0 ? 'certified' : 'none',
  mobile_link: `wallet-${index}://`,
})

export interface WalletServer {
  /** The requests to it, oldest first. */
  readonly asked: readonly URL[]
  /** It refuses from now on. */
  fails: boolean
  /** Answers wait for it. */
  held: Promise<void>
  readonly pages: () => URLSearchParams[]
}

/** A server that lists wallets; it can be made to fail. */
export function directory({
  count = 90,
  called = {},
}: {
  readonly count?: number
  readonly called?: object
} = {}): WalletServer {
  const names = new Map(Object.entries(called))
  const wallets = Array.from({ length: count }, (_, index) => {
    const wallet = listed(index)
    return { ...wallet, name: names.get(`${index}`) ?? wallet.name }
  })
  const asked: URL[] = []
  const server: WalletServer = {
    asked,
    fails: false,
    held: Promise.resolve(),
    pages: () => asked.map(({ searchParams }) => searchParams),
  }
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.pathname !== '/getWallets') return new Response('{}', { status: 404 })
    asked.push(url)
    await server.held
    if (server.fails) return new Response('{}', { status: 400 })
    const { searchParams } = url
    const ids = (name: string) => (searchParams.get(name) ?? '').split(',').filter(Boolean)
    const search = searchParams.get('search')?.toLowerCase() ?? ''
    const found = wallets.filter(
      ({ id, name, badge_type }) =>
        !ids('exclude').includes(id) &&
        (ids('include').length === 0 || ids('include').includes(id)) &&
        name.toLowerCase().includes(search) &&
        (searchParams.get('badge_type') ?? badge_type) === badge_type,
    )
    const entries = Number(searchParams.get('entries'))
    const first = (Number(searchParams.get('page')) - 1) * entries
    return Response.json({ data: found.slice(first, first + entries), count: found.length })
  })
  return server
}

/** Lets no answer through. @returns lets them */
export function hold(server: WalletServer): () => void {
  let go = () => {}
  server.held = new Promise((resolve) => {
    go = resolve
  })
  return () => go()
}

export const names = (modal: ShownModal): (string | null)[] =>
  modal.parts('wallet-tile-name').map(({ textContent }) => textContent)
export const tile = (modal: ShownModal, name: string): HTMLElement => {
  const found = modal
    .parts('wallet-tile')
    .find((each) => each.querySelector('[part~="wallet-tile-name"]')?.textContent === name)
  if (!found) throw new Error(`no tile ${name} among ${names(modal)}`)
  return found
}
export const type = (modal: ShownModal, text: string): Promise<void> =>
  acting(() => {
    const input = modal.root.querySelector('input')
    if (input) fireEvent.change(input, { target: { value: text } })
  })
export const scrollTo = (modal: ShownModal, top: number): Promise<void> =>
  acting(() => {
    modal.part('grid').scrollTop = top
    fireEvent.scroll(modal.part('grid'))
  })
export const routeOf = ({ store }: Foyer): Route => currentRoute(store.getState().view)

/** Shows the list of all wallets, in StrictMode. */
export async function showAll(
  options: Parameters<typeof modalKit>[0] = {},
): Promise<ModalKit & { readonly modal: ShownModal }> {
  const kit = modalKit({ api, connectors: [pairing], ...options })
  const modal = await showModal(kit)
  await acting(() => kit.foyer.open({ view: 'AllWallets' }))
  await waitFor(() => expect(modal.parts('wallets-search')).toHaveLength(1))
  return { ...kit, modal }
}
