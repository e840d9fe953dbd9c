import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { knownEmail, type LoginKit, loginKit } from '../test/loginKit.js'
import { acting, type ShownModal, scriptedWallet, showModal } from '../test/modalKit.js'
import { stubWindow } from '../test/stubWindow.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const newcomer = 'ada@example.com'

async function opened(
  options: Parameters<typeof loginKit>[0] = {},
): Promise<LoginKit & { readonly modal: ShownModal }> {
  const kit = loginKit(options)
  const modal = await showModal(kit)
  await acting(() => kit.foyer.open())
  await modal.arrived('Connect')
  return { ...kit, modal }
}

const inputOf = (modal: ShownModal, part: string) => {
  const input = modal.part(part).querySelector('input')
  if (!input) throw new Error(`no field ${part}`)
  return input
}
const type = (input: HTMLInputElement, value: string) =>
  acting(() => void fireEvent.change(input, { target: { value } }))
const submit = async (modal: ShownModal, email: string) => {
  await type(inputOf(modal, 'login-email'), email)
  await acting(() => void fireEvent.submit(modal.part('login-email').closest('form') ?? document))
}
const codeField = (modal: ShownModal) => {
  const input = modal.part('code-input')
  if (!(input instanceof HTMLInputElement)) throw new Error('no code field')
  return input
}
const attempt = ({ foyer }: LoginKit) => foyer.store.getState().connection.attempts.connect
const shownView = ({ foyer }: LoginKit) => foyer.store.getState().view.history.at(-1)?.view
const wrong = (code: string) => code.replaceAll(/\d/g, (digit) => `${(Number(digit) + 1) % 10}`)

/** What stands in Connect, from top to bottom. */
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

describe('logging in by e-mail', () => {
  test('goes by the link and the code to the connection', async () => {
    const kit = await opened()
    const { modal, server, foyer } = kit
    expect(modal.parts('login-submit')).toEqual([])
    await submit(modal, ` ${newcomer} `)
    await modal.arrived('EmailVerifyDevice')
    expect(modal.part('login-sent').textContent).toContain(newcomer)
    await acting(() => server.approveDevice(newcomer))
    await modal.arrived('EmailVerifyOtp')
    expect(foyer.store.getState().view.history.map(({ view }) => view)).toEqual(['Connect', 'EmailVerifyOtp'])
    await type(codeField(modal), kit.code())
    await waitFor(() => expect(foyer.account().status).toBe('connected'))
    expect(foyer.store.getState().view.open).toBe(false)
  })

  test('an address that can’t be one is said beside the field, until it is typed anew', async () => {
    const { modal, reported } = await opened()
    await submit(modal, 'ada@example')
    await waitFor(() => expect(modal.part('field-note').textContent).toBe('Invalid email. Try again.'))
    expect(inputOf(modal, 'login-email').getAttribute('aria-invalid')).toBe('true')
    await type(inputOf(modal, 'login-email'), 'ada@example.c')
    expect(modal.part('field-note').textContent).toBe('')
    expect(reported).toEqual([])
  })

  test('a code may be pasted with spaces or in Arabic digits; a wrong one is said in place, and typed again', async () => {
    const kit = await opened()
    const { modal } = kit
    await submit(modal, knownEmail)
    await modal.arrived('EmailVerifyOtp')
    const code = kit.code()
    await type(codeField(modal), `${wrong(code).slice(0, 3)} ${wrong(code).slice(3)}`)
    await waitFor(() => expect(modal.part('login-note').textContent).toBe('That code is wrong. Try again.'))
    expect(codeField(modal).value).toBe('')
    expect(codeField(modal).getAttribute('aria-invalid')).toBe('true')
    await type(
      codeField(modal),
      code.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))),
    )
    await waitFor(() => expect(kit.foyer.account().status).toBe('connected'))
  })

  test('too many wrong codes end it, with a way to begin anew', async () => {
    const kit = await opened()
    const { modal } = kit
    await submit(modal, knownEmail)
    await modal.arrived('EmailVerifyOtp')
    for (const _ of [1, 2, 3]) {
      await type(codeField(modal), wrong(kit.code()))
      await waitFor(() => expect(attempt(kit)?.end ? '' : codeField(modal).value).toBe(''))
    }
    await waitFor(() => expect(modal.text()).toContain('Too many wrong codes. Start again.'))
    await modal.press('start-again')
    await waitFor(() => expect(codeField(modal).value).toBe(''))
    await type(codeField(modal), kit.code())
    await waitFor(() => expect(kit.foyer.account().status).toBe('connected'))
  })

  test('another mail may be asked for once the wait is over', async () => {
    const kit = await opened()
    const { modal, clock, server } = kit
    await submit(modal, knownEmail)
    await modal.arrived('EmailVerifyOtp')
    expect(modal.part('send-again').textContent).toBe('Send again in 30 s')
    expect(modal.part('send-again').hasAttribute('disabled')).toBe(true)
    await clock.advance(6_000)
    expect(modal.part('send-again').textContent).toBe('Send again in 24 s')
    await clock.advance(24_000)
    await modal.press('send-again')
    await waitFor(() => expect(server.mails).toHaveLength(2))
    await waitFor(() => expect(modal.part('send-again').textContent).toBe('Send again in 30 s'))
  })

  test('[F10] left in the middle it is cancelled, and the address is still typed', async () => {
    const kit = await opened()
    const { modal, foyer } = kit
    await submit(modal, knownEmail)
    await modal.arrived('EmailVerifyOtp')
    await modal.press('back')
    await modal.arrived('Connect')
    expect(attempt(kit)?.end ?? { status: 'cancelled' }).toEqual({ status: 'cancelled' })
    expect(foyer.store.getState().connection.pending).toEqual({})
    expect(inputOf(modal, 'login-email').value).toBe(knownEmail)
    await submit(modal, knownEmail)
    await modal.arrived('EmailVerifyOtp')
    await type(codeField(modal), kit.code())
    await waitFor(() => expect(foyer.account().status).toBe('connected'))
  })

  test('a view that was left in the middle and is opened by the host begins the login anew', async () => {
    const kit = await opened()
    const { modal, foyer } = kit
    await submit(modal, knownEmail)
    await modal.arrived('EmailVerifyOtp')
    const { id } = attempt(kit) ?? {}
    await acting(() => foyer.close())
    expect(attempt(kit)?.end).toEqual({ status: 'cancelled' })
    await acting(() => foyer.open({ view: 'EmailVerifyOtp', email: knownEmail }))
    await waitFor(() => expect(attempt(kit)?.step.type).toBe('codeSent'))
    expect(attempt(kit)?.id).not.toBe(id)
    await modal.arrived('EmailVerifyOtp')
    await type(codeField(modal), kit.code())
    await waitFor(() => expect(foyer.account().status).toBe('connected'))
  })

  test('a step that was superseded leaves no view behind', async () => {
    const kit = await opened()
    const { modal, foyer, login } = kit
    await submit(modal, newcomer)
    await modal.arrived('EmailVerifyDevice')
    await acting(() => {
      foyer.connect({ connectorId: login.id, login: { method: 'email', email: knownEmail } }).catch(() => {})
    })
    await modal.arrived('EmailVerifyOtp')
    expect(modal.part('login-sent').textContent).toContain(knownEmail)
    expect(foyer.store.getState().view.history.map(({ view }) => view)).toEqual(['Connect', 'EmailVerifyOtp'])
  })

  test('a login that the host gives up is said to be over', async () => {
    const kit = await opened()
    const { modal, foyer, login } = kit
    const controller = new AbortController()
    await acting(() => {
      foyer
        .connect({ connectorId: login.id, login: { method: 'email', email: knownEmail }, signal: controller.signal })
        .catch(() => {})
    })
    await modal.arrived('EmailVerifyOtp')
    await acting(() => controller.abort())
    expect(modal.text()).toContain('Start it again when you are ready.')
    await modal.press('start-again')
    await waitFor(() => expect(attempt(kit)?.step.type).toBe('codeSent'))
  })
})

describe('logging in by a social account', () => {
  test('opens the window with the press, severed from this page, and closes it at the end', async () => {
    const { windows, urls } = stubWindow()
    const kit = await opened()
    const { modal, server } = kit
    await acting(() => {
      modal.part('social').click()
      expect(windows).toHaveLength(1)
    })
    await modal.arrived('ConnectingSocial')
    await waitFor(() => expect(urls).toEqual([`https://google.example/login?state=${server.newestState}`]))
    expect(windows[0]?.opener).toBe(null)
    expect(modal.text()).toContain('Continue in the window that opened.')
    await acting(() => server.finishSocial(server.newestState ?? '', { userName: 'ada' }))
    await waitFor(() => expect(kit.foyer.account().status).toBe('connected'))
    expect(windows[0]?.closed).toBe(true)
  })

  test('a window that the browser held back is opened by a press; held back again, the page is left', async () => {
    stubWindow(2)
    const kit = await opened()
    const { modal } = kit
    await modal.press('social')
    await modal.arrived('ConnectingSocial')
    await waitFor(() => expect(modal.text()).toContain('The browser kept the window from opening.'))
    await modal.press('open-window')
    await waitFor(() => expect(attempt(kit)?.step.type).toBe('redirect'))
    expect(modal.text()).toContain('You will come back to this page.')
  })

  test('a window that was closed can be opened again, and the login goes on', async () => {
    const { windows, urls } = stubWindow()
    const kit = await opened()
    const { modal, clock, server } = kit
    await modal.press('social')
    await modal.arrived('ConnectingSocial')
    await waitFor(() => expect(urls).toHaveLength(1))
    windows[0]?.close()
    await clock.advance(1_000)
    await waitFor(() => expect(modal.text()).toContain('The window is closed.'))
    await modal.press('open-window')
    expect(urls).toHaveLength(2)
    await acting(() => server.finishSocial(server.newestState ?? ''))
    await waitFor(() => expect(kit.foyer.account().status).toBe('connected'))
  })

  test('leaving it closes the window and cancels the login', async () => {
    const { windows } = stubWindow()
    const kit = await opened()
    await kit.modal.press('social')
    await kit.modal.arrived('ConnectingSocial')
    await waitFor(() => expect(attempt(kit)?.step.type).toBe('popup'))
    await kit.modal.press('back')
    await kit.modal.arrived('Connect')
    expect(kit.foyer.store.getState().connection.pending).toEqual({})
    expect(windows[0]?.closed).toBe(true)
  })
})

describe('what a login’s wallet shows', () => {
  async function connectedKit() {
    const kit = await opened()
    await submit(kit.modal, knownEmail)
    await kit.modal.arrived('EmailVerifyOtp')
    await type(codeField(kit.modal), kit.code())
    await waitFor(() => expect(kit.foyer.account().status).toBe('connected'))
    return kit
  }

  test('[S2.16] stands over ApproveTransaction, which only force closes, and goes with it', async () => {
    const kit = await connectedKit()
    const { foyer, modal } = kit
    const hide = await kit.showSurface()
    await modal.arrived('ApproveTransaction')
    expect(modal.parts('close')).toEqual([])
    expect(modal.parts('back')).toEqual([])
    for (const reason of ['close-button', 'backdrop', 'escape', 'host'] as const) {
      await acting(() => foyer.close(reason))
      expect(foyer.store.getState().view.open).toBe(true)
    }
    expect(kit.isSurfaceShown()).toBe(true)
    await acting(() => foyer.close('force'))
    expect(foyer.store.getState().view.open).toBe(false)
    expect(kit.isSurfaceShown()).toBe(false)
    await acting(hide)
  })

  test('[S2.16] once it is gone the view before is there again, or none', async () => {
    const kit = await connectedKit()
    const { foyer, modal } = kit
    const hide = await kit.showSurface()
    await modal.arrived('ApproveTransaction')
    await acting(hide)
    expect(foyer.store.getState().view.open).toBe(false)
    await acting(() => foyer.open())
    await modal.arrived('Account')
    const hideNext = await kit.showSurface()
    await modal.arrived('ApproveTransaction')
    await acting(hideNext)
    await modal.arrived('Account')
  })

  test('that was not asked for is refused, and brings up nothing', async () => {
    const kit = await opened()
    await expect(kit.showSurface()).rejects.toMatchObject({ code: 'surface_not_asked' })
    expect(shownView(kit)).toBe('Connect')
  })

  test('opened without it, the view says so and can be closed', async () => {
    const { foyer, modal } = await opened()
    await acting(() => foyer.open({ view: 'ApproveTransaction' }))
    await modal.arrived('ApproveTransaction')
    expect(modal.text()).toContain('There is nothing to approve')
    await acting(() => foyer.close('escape'))
    expect(foyer.store.getState().view.open).toBe(false)
  })
})
