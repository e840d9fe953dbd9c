import { expect, test, vi } from 'vitest'
import { createTestPhone } from './testPhone.js'

const held = vi.hoisted(() => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  return { gate, open: () => open() }
})
// What a session needs comes only once its wallet has ended it.
vi.mock('./liveSession.js', async (original) => {
  await held.gate
  return original()
})

test('[F18] a session that its wallet ends while the page still loads what it needs is none', async () => {
  const phone = createTestPhone()
  const stored = () => phone.host.storage.getItem('walletconnect/wss://relay.example/sessions/1')
  // Acknowledged: the page has the session, and it is stored.
  const ended = new Promise<void>((resolve, reject) => {
    phone.wallet.listen((event) => {
      if (event.type === 'acknowledged') phone.wallet.disconnect({ topic: event.session.topic }).then(resolve, reject)
    })
  })
  const connected = expect(phone.connect()).rejects.toMatchObject({ code: 'provider_disconnected' })
  await ended
  await vi.waitFor(() => expect(stored() ?? '').not.toContain('controller'))
  held.open()
  await connected
  expect(phone.reported).toEqual([])
  phone.stop()
})
