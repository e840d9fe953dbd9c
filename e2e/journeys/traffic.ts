import type { BrowserContext, Page } from '@playwright/test'

/** Everything that a context's pages have sent to servers and relays, from now on: addresses, headers, bodies and frames. */
export function watchTraffic(context: BrowserContext): { readonly sent: () => string } {
  const sent: string[] = []
  const hear = (page: Page) =>
    page.on('websocket', (socket) => {
      sent.push(socket.url())
      socket.on('framesent', ({ payload }) => sent.push(payload.toString()))
    })
  for (const page of context.pages()) hear(page)
  context.on('page', hear)
  context.on('request', (request) =>
    sent.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? ''),
  )
  return { sent: () => sent.join('\n') }
}
