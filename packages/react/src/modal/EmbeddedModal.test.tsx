import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { polyfillDialog } from '../test/polyfillDialog.js'
import { acting, connected, modalKit, type ShownModal, showModal } from './test/modalKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

/** Presses a control that has the focus, and waits until the next view has it. */
async function go(modal: ShownModal, { by, to }: { readonly by: string; readonly to: string }) {
  modal.part(by).focus()
  await modal.press(by)
  await modal.arrived(to)
  await waitFor(() => expect(modal.root.activeElement).toBe(modal.part('view')))
  expect(modal.part('view').dataset.view).toBe(to)
}

test('[S2.17] an embedded modal takes no focus, and keeps one that is in it from view to view', async () => {
  const elsewhere = document.body.appendChild(document.createElement('button'))
  elsewhere.focus()
  const kit = modalKit({ enableEmbedded: true })
  const modal = await showModal(kit)
  await modal.arrived('Connect')
  expect(document.activeElement).toBe(elsewhere)

  await go(modal, { by: 'help', to: 'WhatIsAWallet' })
  await go(modal, { by: 'back', to: 'Connect' })
  await go(modal, { by: 'help', to: 'WhatIsAWallet' })
  await go(modal, { by: 'close', to: 'Connect' })
  await go(modal, { by: 'wallet', to: 'Account' })
  await waitFor(() => expect(modal.parts('network-select')).toHaveLength(1))
  await go(modal, { by: 'network-select', to: 'Networks' })
  await go(modal, { by: 'back', to: 'Account' })
  await go(modal, { by: 'disconnect', to: 'Connect' })
})

test('an embedded modal leaves a visitor alone who is elsewhere in the page', async () => {
  const elsewhere = document.body.appendChild(document.createElement('button'))
  const kit = modalKit({ enableEmbedded: true })
  const modal = await showModal(kit)
  await modal.arrived('Connect')
  await acting(() => modal.part('help').click())
  await modal.arrived('WhatIsAWallet')
  modal.part('back').focus()
  elsewhere.focus()
  await acting(() => kit.foyer.close())
  await modal.arrived('Connect')
  await connected(kit)
  await acting(() => kit.foyer.open({ view: 'Account' }))
  await modal.arrived('Account')
  expect(document.activeElement).toBe(elsewhere)
})
