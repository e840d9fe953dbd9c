import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { knownEmail } from '../test/loginKit.js'
import { acting, type ShownModal, scriptedWallet } from '../test/modalKit.js'
import { inputOf, opened, submit } from '../test/shownLogin.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** Returns the parts of Connect, from top to bottom. */
const order = (modal: ShownModal) =>
  [
    ...modal.root.querySelectorAll(
      '[part~="login-email"], [part~="social"], [part~="wallet"], [part~="collapsed-wallets"], [data-part="separator"]',
    ),
  ].map((element) =>
    element.matches('[data-part="separator"]') ? 'or' : (element.getAttribute('part')?.split(' ').at(-1) ?? ''),
  )

describe('Connect with a login', () => {
  test('[S2.19 S9.52] has e-mail, social accounts, then wallets', async () => {
    const { modal } = await opened({ customWallets: [{ id: 'elm', name: 'Elm' }] })
    expect(order(modal)).toEqual(['login-email', 'social', 'social', 'or', 'wallet'])
  })

  test('[S2.20] has the wallets first where one is in the page', async () => {
    const { modal } = await opened({ wallets: [scriptedWallet()] })
    expect(order(modal)).toEqual(['wallet', 'or', 'login-email', 'social', 'social'])
  })

  test('has the host’s order, and leaves out what the host has switched off', async () => {
    const { modal } = await opened({
      wallets: [scriptedWallet()],
      features: { connectMethodsOrder: ['social', 'wallet', 'email'] },
    })
    expect(order(modal)).toEqual(['social', 'social', 'or', 'wallet', 'or', 'login-email'])
    modal.unmount()
    const { modal: other } = await opened({
      wallets: [scriptedWallet()],
      features: { email: false, socials: ['github'] },
    })
    expect(order(other)).toEqual(['wallet', 'or', 'social'])
    expect(other.part('social').textContent).toBe('Continue with GitHub')
    other.unmount()
    const { modal: bare } = await opened({ wallets: [scriptedWallet()], features: { email: false, socials: false } })
    expect(order(bare)).toEqual(['wallet'])
  })

  test('leads who has no wallet to Create: the login without the wallets, and the way to one of their own', async () => {
    const kit = await opened({ wallets: [scriptedWallet()] })
    const { modal } = kit
    expect(modal.parts('get-wallet')).toEqual([])
    await modal.press('get-started')
    await modal.arrived('Create')
    expect(modal.text()).toContain('Create Wallet')
    expect(order(modal)).toEqual(['login-email', 'social', 'social', 'or'])
    await submit(modal, knownEmail)
    await modal.arrived('EmailVerifyOtp')
    await acting(() => kit.foyer.close())
    await acting(() => kit.foyer.open({ view: 'Create' }))
    await modal.arrived('Create')
    await modal.press('get-wallet')
    await modal.arrived('GetWallet')
  })

  test('has the guide where there is a login and wallets beside it, and only unless the host is against it', async () => {
    const { modal } = await opened({ wallets: [scriptedWallet()], enableWalletGuide: false })
    expect([modal.parts('get-started'), modal.parts('get-wallet')]).toEqual([[], []])
    modal.unmount()
    const { modal: alone } = await opened({ features: { connectMethodsOrder: ['email', 'social'] } })
    expect(alone.parts('get-started')).toEqual([])
    alone.unmount()
    const { modal: off } = await opened({ wallets: [scriptedWallet()], features: { email: false, socials: false } })
    expect([off.parts('get-started').length, off.parts('get-wallet').length]).toEqual([0, 1])
  })

  test('asks in Create too for what has to be agreed to', async () => {
    const kit = await opened({ features: { legalCheckbox: true }, termsConditionsUrl: 'https://dapp.example/terms' })
    await acting(() => kit.foyer.open({ view: 'Create' }))
    await kit.modal.arrived('Create')
    expect(inputOf(kit.modal, 'login-email').disabled).toBe(true)
  })

  test('without any wallet it is the login alone', async () => {
    const { modal } = await opened()
    await waitFor(() => expect(order(modal)).toEqual(['login-email', 'social', 'social']))
  })

  test.each([{ collapseWallets: true }, { emailShowWallets: false }])(
    'with %o the wallets wait behind one button',
    async (features) => {
      const { modal } = await opened({ wallets: [scriptedWallet()], features })
      expect(order(modal)).toEqual(['collapsed-wallets', 'or', 'login-email', 'social', 'social'])
      await modal.press('collapsed-wallets')
      await modal.arrived('ConnectWallets')
      expect(modal.part('wallet').textContent).toContain('Northwind')
    },
  )

  test('before the terms are agreed to nothing of it can be used', async () => {
    const { modal } = await opened({
      wallets: [scriptedWallet()],
      features: { legalCheckbox: true },
      termsConditionsUrl: 'https://dapp.example/t',
    })
    const disabled = () => [
      ...modal.parts('wallet').map((each) => each.hasAttribute('disabled')),
      inputOf(modal, 'login-email').disabled,
      ...modal.parts('social').map((each) => each.hasAttribute('disabled')),
    ]
    expect(modal.parts('legal-consent')).toHaveLength(1)
    expect(disabled()).toEqual([true, true, true, true])
    await modal.press('legal-checkbox')
    expect(disabled()).toEqual([false, false, false, false])
  })

  test.each([
    [['google'], [1, 0]],
    [
      ['google', 'x'],
      [2, 0],
    ],
    [
      ['google', 'x', 'apple'],
      [3, 0],
    ],
    [
      ['google', 'x', 'discord', 'farcaster', 'github', 'apple'],
      [6, 0],
    ],
    [
      ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'],
      [5, 1],
    ],
  ] as const)('with %j it has that many buttons, and a way to the others', async (socials, [count, more]) => {
    const { modal } = await opened({ logins: { socials } })
    expect([modal.parts('social').length, modal.parts('more-socials').length]).toEqual([count, more])
    if (!more) return
    await modal.press('more-socials')
    await modal.arrived('ConnectSocials')
    expect(modal.parts('social').map((row) => row.dataset.social)).toEqual([...socials])
  })
})
