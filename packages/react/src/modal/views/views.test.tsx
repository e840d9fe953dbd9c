import { goBack, push, reset } from '@foyer/core/view'
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { acting, addresses, connected, modalKit, scriptedWallet, showModal, stubClipboard } from '../test/modalKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const rowOf = (modal: Awaited<ReturnType<typeof showModal>>, label: string) => {
  const found = modal.parts('row').find((row) => row.textContent?.includes(label))
  if (!found) throw new Error(`no row ${label}`)
  return found
}

test('[S2.1] Connect lists the wallets of this browser, and asks the chosen one once, under StrictMode too', async () => {
  const wallets = [scriptedWallet(), scriptedWallet({ id: 'app.halyard', name: 'Hal\u202eyard' })]
  const [, halyard] = wallets
  if (halyard) halyard.answers.connect = 'hang'
  const { foyer, events } = modalKit({ wallets, termsConditionsUrl: 'https://dapp.example/terms' })
  const modal = await showModal({ foyer })
  await acting(() => foyer.open())
  await modal.arrived('Connect')
  expect(modal.parts('wallet').map((row) => row.textContent)).toEqual(['NNorthwindinstalled', 'HHalyardinstalled'])
  expect(modal.part('legal').textContent).toContain('Terms of Service')
  expect(modal.part('legal').textContent).not.toContain('Privacy Policy')
  await acting(() => rowOf(modal, 'Halyard').click())
  expect(events).toContainEqual({ event: 'SELECT_WALLET', properties: { name: 'Halyard', platform: 'browser' } })
  await modal.arrived('ConnectingExternal')
  await waitFor(() => expect(halyard?.prompts()).toBe(1))
  expect(modal.part('title').textContent).toBe('Halyard')
  expect(modal.part('waiting-title').textContent).toBe('Continue in Halyard')
  await modal.press('back')
  await modal.arrived('Connect')
  expect(foyer.store.getState().connection.pending).toEqual({})
  expect(foyer.store.getState().connection.attempts.connect?.end).toEqual({ status: 'cancelled' })
})

test('what the host wants to be read before connecting stands below the wallets, with its terms or alone', async () => {
  const disclaimer = 'Prices can fall. <b>Read on.</b>'
  const shown = async (options: Parameters<typeof modalKit>[0]) => {
    const kit = modalKit({ disclaimer, ...options })
    const modal = await showModal(kit)
    await acting(() => kit.foyer.open())
    await modal.arrived('Connect')
    const text = modal.part('legal').textContent?.trim()
    modal.unmount()
    return text
  }
  expect(await shown({})).toBe(disclaimer)
  expect(await shown({ termsConditionsUrl: '/t' })).toMatch(
    /^Prices can fall\. <b>Read on\.<\/b> By connecting.*Terms of Service/,
  )
  expect(await shown({ termsConditionsUrl: '/t', features: { legalCheckbox: true } })).toBe(disclaimer)
})

test('with the legal checkbox no wallet is chosen before the visitor has agreed; without an address there is nothing to agree to', async () => {
  const features = { legalCheckbox: true }
  const kit = modalKit({
    features,
    termsConditionsUrl: 'https://dapp.example/t',
    privacyPolicyUrl: 'https://dapp.example/p',
  })
  const modal = await showModal(kit)
  await acting(() => kit.foyer.open())
  await modal.arrived('Connect')
  const isDisabled = () => rowOf(modal, 'Northwind').hasAttribute('disabled')
  expect([isDisabled(), modal.parts('legal')]).toEqual([true, []])
  expect(modal.part('legal-consent').textContent).toMatch(/^I agree to our terms of service.* and privacy policy/)
  await modal.press('legal-checkbox')
  expect(isDisabled()).toBe(false)
  modal.unmount()
  const withoutAddress = modalKit({ features })
  const plain = await showModal(withoutAddress)
  await acting(() => withoutAddress.foyer.open())
  await plain.arrived('Connect')
  expect(plain.parts('wallet').map((row) => row.hasAttribute('disabled'))).toEqual([false])
  expect(plain.parts('legal-consent')).toEqual([])
})

test('[S2.1] Connect waits for wallets to announce themselves before it says that there is none, and offers one', async () => {
  const { foyer, clock, events } = modalKit({ wallets: [] })
  const modal = await showModal({ foyer })
  await acting(() => foyer.open())
  // The view's own outline, with which its wait begins, and not the card's before its sentences are there.
  await waitFor(() => expect(modal.part('view').querySelector('[data-part="skeleton"]')).not.toBeNull())
  await clock.advance(300)
  await modal.arrived('Connect')
  expect(modal.text()).toContain('No wallet was found in this browser')
  await modal.press('get-wallet')
  await modal.arrived('GetWallet')
  expect(events).toContainEqual({ event: 'CLICK_GET_WALLET' })
  expect(modal.part('explore-all').getAttribute('href')).toBe('https://ethereum.org/wallets/find-wallet/')
  expect(modal.part('explore-all').getAttribute('rel')).toBe('noopener noreferrer')
})

test('[S2.14] consent closes the modal, and opening again shows the account', async () => {
  const { foyer } = modalKit()
  const modal = await showModal({ foyer })
  await acting(() => foyer.open())
  await modal.arrived('Connect')
  await modal.press('wallet')
  await waitFor(() => expect(foyer.store.getState().view.open).toBe(false))
  await acting(() => foyer.open())
  await modal.arrived('Account')
})

test.each([
  [4001, 'Connection not approved'],
  [-32002, 'A request is already open'],
  [-32603, 'Connection failed'],
])('a wallet that answers %d is spoken of, and asked again on a press', async (code, title) => {
  const wallet = scriptedWallet()
  wallet.answers.connect = code
  const { foyer, reported } = modalKit({ wallets: [wallet] })
  const modal = await showModal({ foyer })
  await acting(() => foyer.open({ view: 'ConnectingExternal', connectorId: 'app.northwind' }))
  await modal.arrived('ConnectingExternal')
  await waitFor(() => expect(modal.part('waiting-title').textContent).toBe(title))
  expect(reported).toHaveLength(code === 4001 ? 0 : 1)
  wallet.answers.connect = 'yes'
  await modal.press('retry')
  await waitFor(() => expect(foyer.store.getState().view.open).toBe(false))
  expect(wallet.prompts()).toBe(2)
})

test('the focus stays in the card when the button that asks a wallet again goes', async () => {
  const wallet = scriptedWallet()
  wallet.answers.connect = 4001
  const { foyer } = modalKit({ wallets: [wallet] })
  const modal = await showModal({ foyer })
  await acting(() => foyer.open({ view: 'ConnectingExternal', connectorId: 'app.northwind' }))
  await waitFor(() => modal.part('retry').focus())
  wallet.answers.connect = 'hang'
  await modal.press('retry')
  await waitFor(() => expect(modal.parts('retry')).toEqual([]))
  expect(modal.root.activeElement).toBe(modal.part('view'))
})

test('a refusal of a former visit is no answer to the next', async () => {
  const wallet = scriptedWallet()
  wallet.answers.connect = 4001
  const { foyer } = modalKit({ wallets: [wallet] })
  const modal = await showModal({ foyer })
  await acting(() => foyer.open())
  await modal.arrived('Connect')
  await modal.press('wallet')
  await waitFor(() => expect(modal.part('waiting-title').textContent).toBe('Connection not approved'))
  await modal.press('back')
  await modal.arrived('Connect')
  wallet.answers.connect = 'hang'
  const titles = new Set<string | undefined>()
  const watching = new MutationObserver(() => titles.add(modal.parts('waiting-title')[0]?.textContent))
  watching.observe(modal.root, { subtree: true, childList: true, characterData: true })
  await modal.press('wallet')
  await modal.arrived('ConnectingExternal')
  await waitFor(() => expect(wallet.prompts()).toBe(2))
  watching.disconnect()
  expect([...titles].filter((title) => title !== undefined)).toEqual(['Continue in Northwind'])
})

test('[F18] coming back before the view has gone asks again: nothing waits for an answer that was called off', async () => {
  const wallet = scriptedWallet()
  wallet.answers.connect = 'hang'
  const { foyer } = modalKit({ wallets: [wallet] })
  const modal = await showModal({ foyer })
  await acting(() => foyer.open({ view: 'ConnectingExternal', connectorId: 'app.northwind' }))
  await modal.arrived('ConnectingExternal')
  await waitFor(() => expect(wallet.prompts()).toBe(1))
  await acting(() => push(foyer, { view: 'WhatIsAWallet' }))
  await acting(() => goBack(foyer))
  await waitFor(() => expect(wallet.prompts()).toBe(2))
  expect(modal.part('waiting-title').textContent).toBe('Continue in Northwind')
})

test('a wallet that is not here is said so, with the places where it is to be had', async () => {
  const wallet = {
    id: 'copper',
    name: 'Copper',
    homepage: 'https://copper.example',
    chrome_store: 'https://store.example',
  }
  const { foyer } = modalKit({ customWallets: [{ ...wallet, app_store: 'javascript:alert(1)' }] })
  const modal = await showModal({ foyer })
  await acting(() => foyer.open({ view: 'ConnectingExternal', connectorId: 'copper' }))
  await modal.arrived('ConnectingExternal')
  await waitFor(() => expect(modal.part('waiting-title').textContent).toBe('Wallet not found'))
  expect(modal.part('download-prompt').textContent).toContain('Don’t have Copper?')
  await acting(() => modal.part('download-prompt').querySelector('button')?.click())
  await modal.arrived('Downloads')
  expect(modal.part('title').textContent).toBe('Get Copper')
  expect(modal.parts('row').map((row) => row.getAttribute('href'))).toEqual([
    'https://store.example',
    'https://copper.example',
  ])
})

test('a wallet for browsers that is not in this one says what to do next: get it, or turn it on and reload', async () => {
  const reloaded = vi.fn()
  vi.stubGlobal('location', { ...globalThis.location, reload: reloaded })
  const wallet = { id: 'copper', name: 'Copper', rdns: 'com.copper', chrome_store: 'https://store.example' }
  const { foyer } = modalKit()
  const modal = await showModal({ foyer })
  await acting(() => foyer.open({ view: 'ConnectingWalletConnect', wallet }))
  await modal.arrived('ConnectingWalletConnect')
  await waitFor(() => expect(modal.part('waiting-title').textContent).toBe('Not Detected'))
  expect(modal.part('waiting-text').textContent).toBe(
    'Copper is not in this browser, or is turned off. Get it or turn it on, then reload this page.',
  )
  expect(modal.part('download-prompt').querySelector('a')?.href).toBe('https://store.example/')
  await modal.press('retry')
  expect(reloaded).toHaveBeenCalledOnce()
})

test('[S2.2] Account shows who is connected and what is held, copies the address, and leads to the explorer', async () => {
  const copied: string[] = []
  stubClipboard(async (text) => void copied.push(text))
  const kit = modalKit()
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open())
  await modal.arrived('Account')
  expect(modal.parts('avatar')).toHaveLength(1)
  expect(modal.part('copy-address').textContent).toContain('0xd8…A96045')
  await waitFor(() =>
    expect(
      modal
        .part('balance')
        .textContent?.replace(/^Balance/, '')
        .trim(),
    ).toBe('1.284 ETH'),
  )
  expect(modal.part('explorer').getAttribute('href')).toBe(`https://etherscan.io/address/${addresses[0]}`)
  await modal.press('copy-address')
  expect(copied).toEqual([addresses[0]])
  // Said where it was pressed, and to those who listen.
  const isTicked = () => modal.part('copy-address').querySelector('[data-done]') !== null
  await waitFor(() => expect(isTicked()).toBe(true))
  expect(modal.part('snackbar-region').querySelector('[role="status"]')?.textContent).toBe('Address copied')
  expect(modal.parts('snackbar')).toHaveLength(0)
  await kit.clock.advance(2_500)
  expect(isTicked()).toBe(false)
})

test('an address that can not be copied is said so', async () => {
  stubClipboard(async () => {
    throw new DOMException('denied', 'NotAllowedError')
  })
  const kit = modalKit()
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open())
  await modal.arrived('Account')
  await modal.press('copy-address')
  await waitFor(() => expect(modal.part('snackbar').textContent).toBe('Failed to copy'))
})

test('a balance that does not come is said so, and asked for again', async () => {
  let broken = true
  const balance = async () => {
    if (broken) throw new Error('the node is down')
    return 5n * 10n ** 17n
  }
  const kit = modalKit({ balance })
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open())
  await modal.arrived('Account')
  await waitFor(() => expect(modal.part('balance').textContent).toContain('Token Balance Unavailable'))
  broken = false
  await acting(() => modal.part('balance').querySelector('button')?.click())
  await waitFor(() => expect(modal.part('balance').textContent).toContain('0.500 ETH'))
})

test('[S8.17] a network that is not configured, where that is allowed, is called so in the head of Account', async () => {
  const wallet = scriptedWallet()
  const kit = modalKit({ wallets: [wallet], allowUnsupportedChain: true })
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:999' }))
  await acting(() => kit.foyer.open())
  await modal.arrived('Account')
  // In the head, whose code comes by itself.
  await waitFor(() => expect(modal.part('network-select').textContent).toContain('Unsupported chain'))
  expect(modal.part('balance').title).toBe('$0.00')
  await modal.press('network-select')
  await modal.arrived('Networks')
  expect(kit.events).toContainEqual({ event: 'CLICK_NETWORKS' })
})

test('[S8.18] a session that the wallet does not end is said so where the visitor is still there', async () => {
  const wallet = scriptedWallet()
  wallet.answers.disconnect = 'fail'
  const kit = modalKit({ wallets: [wallet], enableEmbedded: true })
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => reset(kit.foyer, { view: 'Account' }))
  await modal.arrived('Account')
  await modal.press('disconnect')
  await waitFor(() => expect(modal.part('snackbar').textContent).toBe('Failed to disconnect'))
  expect(kit.reported).toMatchObject([{ code: 'disconnect' }])
  await modal.arrived('Connect')
})

test('the way from a question to its answer and on to a wallet is told', async () => {
  const kit = modalKit()
  const modal = await showModal(kit)
  await acting(() => kit.foyer.open())
  await modal.arrived('Connect')
  await modal.press('help')
  await modal.arrived('WhatIsAWallet')
  await act(async () => kit.foyer.open({ view: 'Networks' }))
  await modal.arrived('Networks')
  await acting(() => modal.part('network-help').querySelector('button')?.click())
  await modal.arrived('WhatIsANetwork')
  expect(modal.part('link').getAttribute('href')).toMatch(/^https:\/\/ethereum\.org\//)
  expect(kit.events).toEqual(expect.arrayContaining([{ event: 'CLICK_WALLET_HELP' }, { event: 'CLICK_NETWORK_HELP' }]))
})

test('[S2.2] an account that has a name is called by it', async () => {
  const avatar = 'https://avatars.example/ada.png'
  const answers: Readonly<Record<string, unknown>> = {
    '/v1/supported-chains': { http: ['eip155:1'], ws: [] },
    [`/v1/identity/${addresses[0]}`]: { name: 'ada-of-the-very-long-name.foyer.id', avatar },
  }
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    return Response.json(answers[pathname] ?? {}, { status: pathname in answers ? 200 : 404 })
  })
  const kit = modalKit({ api: 'https://foyer.example' })
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open())
  await modal.arrived('Account')
  await waitFor(() => expect(modal.part('copy-address').textContent).toContain('ada-of-the-very-long…'))
  expect(modal.part('avatar').querySelector('img')?.src).toBe(avatar)
})

test('the picture that the host has for an account goes before the one of its name', async () => {
  const kit = modalKit({ avatar: ({ address, family }) => `https://people.example/${family}/${address}.png` })
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open())
  await modal.arrived('Account')
  await waitFor(() =>
    expect(modal.part('avatar').querySelector('img')?.src).toBe(`https://people.example/eip155/${addresses[0]}.png`),
  )
})

test('[S2.2] Account without an account says so, and leads to Connect', async () => {
  const { foyer } = modalKit()
  const modal = await showModal({ foyer })
  await acting(() => foyer.open({ view: 'Account' }))
  const view = await modal.arrived('Account')
  expect(view.textContent).toContain('No wallet is connected')
  await acting(() => view.querySelector('button')?.click())
  await modal.arrived('Connect')
})
