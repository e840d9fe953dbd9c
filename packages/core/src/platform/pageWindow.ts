/** What is asked of a browser's window: handed in, so that a test can be any browser. A server has nothing of it. */
export interface PageWindow {
  readonly navigator?: { readonly userAgent?: string | undefined; readonly maxTouchPoints?: number | undefined }
  readonly matchMedia?: (query: string) => { readonly matches: boolean }
  readonly self?: unknown
  readonly top?: unknown
  readonly open?: (link: string, target: string, features: string) => unknown
}

/** What the browser calls itself. */
export const userAgentOf = ({ navigator }: PageWindow): string => navigator?.userAgent ?? ''
