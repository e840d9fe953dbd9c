import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { knownEmail, type LoginKit } from '../test/loginKit.js'
import { acting } from '../test/modalKit.js'
import { codeField, opened, submit, type } from '../test/shownLogin.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const shownView = ({ foyer }: LoginKit) => foyer.store.getState().view.history.at(-1)?.view

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

  test('[S2.16] while nothing of it can be seen yet, the modal says that it comes and can be left; then it is held', async () => {
    const kit = await connectedKit()
    const { foyer, modal } = kit
    const left = await kit.showSurface(new Promise(() => {}))
    await modal.arrived('ApproveTransaction')
    expect(modal.text()).toContain('Your wallet is opening.')
    expect([modal.parts('close').length, kit.isSurfaceShown()]).toEqual([1, false])
    await acting(() => foyer.close('close-button'))
    expect([foyer.store.getState().view.open, foyer.store.getState().surface]).toEqual([false, undefined])
    await acting(left)
    let draw = () => {}
    const hide = await kit.showSurface(new Promise((resolve) => (draw = resolve)))
    await modal.arrived('ApproveTransaction')
    await acting(draw)
    expect(modal.text()).toContain('Read what your wallet shows')
    expect([modal.parts('close'), kit.isSurfaceShown()]).toEqual([[], true])
    await acting(() => foyer.close('escape'))
    expect(foyer.store.getState().view.open).toBe(true)
    await acting(hide)
  })

  test('[S2.16] what can be seen only once it is hidden is not shown', async () => {
    const kit = await connectedKit()
    let draw = () => {}
    const hide = await kit.showSurface(new Promise((resolve) => (draw = resolve)))
    await kit.modal.arrived('ApproveTransaction')
    await acting(hide)
    await acting(draw)
    expect([kit.isSurfaceShown(), kit.foyer.store.getState().view.open]).toEqual([false, false])
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
