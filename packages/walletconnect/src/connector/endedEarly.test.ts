import { expect, test } from 'vitest'
import { createTestPhone } from './testPhone.js'

// In a file of its own: nothing has fetched yet what a session needs, so that the wallet is quicker.
test('[F18] a session that its wallet ends while the page still loads what it needs is none', async () => {
  const phone = createTestPhone()
  phone.wallet.listen((event) => {
    if (event.type === 'acknowledged') phone.wallet.disconnect({ topic: event.session.topic }).catch(() => undefined)
  })
  await expect(phone.connect()).rejects.toMatchObject({ code: 'provider_disconnected' })
  expect(phone.reported).toEqual([])
  phone.stop()
})
