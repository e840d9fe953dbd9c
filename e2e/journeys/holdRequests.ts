import type { Page, Route } from '@playwright/test'

/**
 * Holds what the page asks for at such addresses from now on.
 * @param options.answer - what becomes of each once it is let go; it goes on to where it was sent unless said
 * @returns lets all of it go
 */
export async function holdRequests({
  page,
  url,
  answer = (route) => route.continue(),
}: {
  readonly page: Page
  readonly url: string | RegExp
  readonly answer?: ((route: Route) => Promise<void>) | undefined
}): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    await released
    await answer(route)
  })
  return release
}
