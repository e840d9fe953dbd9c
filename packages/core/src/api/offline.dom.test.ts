import { expect, test, vi } from 'vitest'
import { allowedOriginsCall } from '../wire/project.js'
import { ask } from './ask.js'
import { createApi } from './createApi.js'

test('a request that fails while the device has no network says so at once', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  let sent = 0
  const api = createApi({
    origin: 'https://foyer.example',
    projectId: 'my-project',
    sdkVersion: 'react-evm-1.7.6',
    network: () => 'eip155:1',
    fetch: async () => {
      sent++
      throw new TypeError('Failed to fetch')
    },
  })
  await expect(ask(api, allowedOriginsCall)).rejects.toMatchObject({ code: 'offline', notice: 'error.offline' })
  expect(sent).toBe(1)
})
