/** A cookie that scripts of this host read. */
export interface PageCookie {
  get(): string | undefined
  /** @param seconds for which it is kept; 0 removes it */
  set(value: string, seconds: number): void
}

/** The page whose cookies these are. */
export type CookiePage = Pick<Document, 'cookie'>

/** Gives a cookie for this host alone, over TLS alone, and apart for each site that the page is under. @see F5 */
export function pageCookie(page: CookiePage, title: string): PageCookie {
  const name = `__Host-foyer-${title}`
  return {
    get() {
      const cookie = page.cookie.split('; ').find((each) => each.startsWith(`${name}=`))
      return cookie?.slice(name.length + 1)
    },
    set(value, seconds) {
      page.cookie = `${name}=${value}; Path=/; Secure; SameSite=None; Partitioned; Max-Age=${seconds}`
    },
  }
}

/** Whether the browser keeps cookies here: WebKit refuses them to a frame of another site whose database it keeps. */
export function keepsCookies(page: CookiePage): boolean {
  const cookie = pageCookie(page, 'kept')
  cookie.set('1', 60)
  const isKept = cookie.get() === '1'
  cookie.set('', 0)
  return isKept
}
