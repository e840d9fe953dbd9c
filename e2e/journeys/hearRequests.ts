import type { Page, Request } from '@playwright/test'
import { painted } from './shown.js'

export interface HeardRequests {
  readonly requests: readonly Request[]
  /** Waits until all that was asked for has come, and what has come asks for nothing more. */
  answered(): Promise<void>
}

/** Hears every request of a page, from now on. */
export function hearRequests(page: Page): HeardRequests {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (request.url().startsWith('http')) requests.push(request)
  })
  return {
    requests,
    async answered() {
      for (let known = -1; known !== requests.length; ) {
        known = requests.length
        // The body of what the page lets go of is never told to be over: it has come with its head, before the page has painted.
        await Promise.all(requests.map((request) => request.response()))
        await painted(page)
      }
    },
  }
}
