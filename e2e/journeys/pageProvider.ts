import type { Page } from '@playwright/test'

/** What a host's own code has of its kit (EIP-1193), for libraries in the test's process: they ask it as they do in a page. */
export interface PageProvider {
  readonly request: (args: { readonly method: string; readonly params?: unknown }) => Promise<unknown>
}

/** The provider of the page's first kit, whatever is connected there. It throws what that throws, with its number. */
export const pageProvider = (page: Page): PageProvider => ({
  async request({ method, params }) {
    const answer = await page.evaluate(
      async (asked) => {
        try {
          return { result: await window.kits[0]?.provider('eip155')?.request(asked) }
        } catch (error) {
          return {
            message: error instanceof Error ? error.message : `${error}`,
            code: Reflect.get(Object(error), 'code'),
          }
        }
      },
      { method, params: Array.isArray(params) ? params : [] },
    )
    if ('result' in answer) return answer.result
    throw Object.assign(new Error(answer.message), { code: answer.code })
  },
})
