import { contextOf } from '@foyer/core/internal'
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { knownEmail, type LoginKit } from '../test/loginKit.js'
import { acting, stubClipboard } from '../test/modalKit.js'
import { codeField, inputOf, opened, submit, type } from '../test/shownLogin.js'
import { stubWindow } from '../test/stubWindow.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const newcomer = 'ada@example.com'

const attempt = ({ foyer }: LoginKit) => foyer.store.getState().connection.attempts.connect
const _shownView = ({ foyer }: LoginKit) => foyer.store.getState().view.history.at(-1)?.view
const said = ({ foyer }: LoginKit) => foyer.store.getState().snackbar?.message
const wrong = (code: string) => code.replaceAll(/\d/g, (digit) => `${(Number(digit) + 1) % 10}`)

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
    expect(said(kit)).toBe('login.sentAgain')
  })

  test('[F3] the sixth mail of an hour is not said to be on its way, nor sent again', async () => {
    const kit = await opened()
    const { modal, clock, server } = kit
    await submit(modal, knownEmail)
    await modal.arrived('EmailVerifyOtp')
    for (let mails = 2; mails <= 6; mails += 1) {
      expect(modal.text()).toContain('Enter the code that was sent to')
      await acting(() => contextOf(kit.foyer).update(() => ({ snackbar: undefined })))
      await clock.advance(30_000)
      await modal.press('send-again')
      await waitFor(() => expect(server.mails).toHaveLength(mails))
      await waitFor(() => expect(modal.part('send-again').textContent).toBe('Send again in 30 s'))
    }
    expect(modal.text()).toContain(`No more than five mails an hour are sent to ${knownEmail}`)
    expect(modal.text()).not.toContain('Enter the code that was sent to')
    expect(said(kit)).toBeUndefined()
  })

  test('who goes by another address, as they say in the wallet’s own frame, is back where the address is typed', async () => {
    const kit = await opened()
    const { modal, foyer } = kit
    await submit(modal, newcomer)
    await modal.arrived('EmailVerifyDevice')
    const running = attempt(kit)
    if (running?.step.type !== 'deviceApproval') return expect.fail(running?.step.type)
    const left = { ...running, step: { ...running.step, isLeft: true } }
    const { connection } = foyer.store.getState()
    const attempts = { ...connection.attempts, connect: left }
    await acting(() => contextOf(foyer).update(() => ({ connection: { ...connection, attempts } })))
    await modal.arrived('Connect')
    expect(inputOf(modal, 'login-email').value).toBe(newcomer)
    await waitFor(() => expect(attempt(kit)?.end?.status ?? 'cancelled').toBe('cancelled'))
  })

  test('that another link is sent is said as such', async () => {
    const kit = await opened()
    const { modal, clock, server } = kit
    await submit(modal, newcomer)
    await modal.arrived('EmailVerifyDevice')
    await clock.advance(30_000)
    await modal.press('send-again')
    await waitFor(() => expect(modal.part('send-again').textContent).toBe('Send again in 30 s'))
    expect(server.mails).toHaveLength(2)
    expect(said(kit)).toBe('login.linkSentAgain')
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
    let isAlone = false
    const watching = new MutationObserver(() => {
      isAlone ||= modal.text().includes('with this button') && modal.parts('open-window').length === 0
    })
    watching.observe(modal.part('social').getRootNode(), { childList: true, characterData: true, subtree: true })
    await modal.press('social')
    await modal.arrived('ConnectingSocial')
    await waitFor(() => expect(modal.text()).toContain('The browser kept the window from opening.'))
    expect(isAlone, 'the button was named before it was there').toBe(false)
    watching.disconnect()
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
    await waitFor(() => expect(modal.text()).toContain('If it is closed, open it again.'))
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

describe('logging in at Farcaster', () => {
  const farcaster = async () => {
    const kit = await opened({ logins: { socials: ['farcaster'] } })
    await kit.modal.press('social')
    await kit.modal.arrived('ConnectingFarcaster')
    return kit
  }
  const url = (kit: Awaited<ReturnType<typeof farcaster>>) =>
    `https://farcaster.example/login?state=${kit.server.newestState}`

  test('[S2.5 S3.6] shows a code to scan and its link, and closes once the visitor has agreed on the telephone', async () => {
    const { windows } = stubWindow()
    const copied: string[] = []
    stubClipboard(async (text) => void copied.push(text))
    const kit = await farcaster()
    const { modal, server } = kit
    expect(modal.part('title').textContent).toBe('Farcaster')
    expect(modal.part('farcaster-hint').textContent).toBe('Scan this QR Code with your phone')
    await waitFor(() => expect(modal.part('qr-code').querySelector('path')).not.toBe(null))
    expect(modal.part('qr-code').getAttribute('aria-label')).toBe('QR code that opens Farcaster')
    await modal.press('copy-link')
    expect(copied).toEqual([url(kit)])
    await waitFor(() => expect(said(kit)).toBe('pairing.copied'))
    expect(windows).toEqual([])
    await acting(() => server.finishSocial(server.newestState ?? '', { userName: 'ada' }))
    await waitFor(() => expect(kit.foyer.account().status).toBe('connected'))
    expect(kit.foyer.store.getState().view.open).toBe(false)
  })

  test('opened by itself, as by a button of its own, it begins the login', async () => {
    const kit = await opened({ logins: { socials: ['farcaster'] } })
    await acting(() => kit.foyer.open({ view: 'ConnectingFarcaster' }))
    await kit.modal.arrived('ConnectingFarcaster')
    await waitFor(() => expect(attempt(kit)?.step).toEqual({ type: 'scan', url: url(kit) }))
    expect(kit.modal.part('farcaster-hint')).toBeDefined()
  })

  test('leaving it cancels the login, and forgets the address', async () => {
    const kit = await farcaster()
    await waitFor(() => expect(attempt(kit)?.step).toEqual({ type: 'scan', url: url(kit) }))
    await kit.modal.press('back')
    await kit.modal.arrived('Connect')
    expect(kit.foyer.store.getState().connection.pending).toEqual({})
    expect(attempt(kit)?.end).toBeDefined()
  })

  test('on a telephone it is opened there, in another tab, by a press', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
    const went: unknown[] = []
    vi.stubGlobal('open', (...given: unknown[]) => void went.push(given))
    const kit = await farcaster()
    await waitFor(() => expect(kit.modal.part('open-farcaster')).toHaveProperty('disabled', false))
    expect(kit.modal.text()).toContain('Continue in Farcaster')
    expect(kit.modal.text()).toContain('Accept connection request in the app')
    await kit.modal.press('open-farcaster')
    expect(went).toEqual([[url(kit), '_blank', 'noopener,noreferrer']])
  })
})
