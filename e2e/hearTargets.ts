import type { BrowserContext } from '@playwright/test'

/** How a page says that it posted to anyone. */
export const postedToAnyone = 'A message was posted to'

/**
 * Has every page and frame of a context say as an error where it posts to another window and names nobody: to `'*'`, to `'/'` or without a target [F8]. The window of
 * another origin can't be changed: each is handed out as one that looks at what is posted, and passes it on.
 */
export const hearTargets = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(
    ({ said }) => {
      const known = new WeakMap<Window, Window>()
      const isWindow = (value: unknown): value is Window =>
        typeof value === 'object' && value !== null && Reflect.get(value, 'window') !== undefined
      const heard = (target: Window): Window => {
        if (target === window) return target
        const postMessage = (message: unknown, to: unknown, ...more: readonly unknown[]) => {
          const origin = typeof to === 'object' && to !== null ? Reflect.get(to, 'targetOrigin') : to
          if (typeof origin !== 'string' || origin === '*' || origin === '/')
            console.error(`${said} ${JSON.stringify(origin)} by ${location.origin}`)
          return Reflect.apply(target.postMessage, target, [message, to, ...more])
        }
        const proxy =
          known.get(target) ??
          new Proxy(target, {
            get(_, name) {
              if (name === 'postMessage') return postMessage
              const value: unknown = Reflect.get(target, name, target)
              // Its frames are compared with the source of what they post.
              if (/^\d+$/.test(String(name)) && isWindow(value)) return heard(value)
              return typeof value === 'function' ? value.bind(target) : value
            },
            set: (_, name, value) => Reflect.set(target, name, value, target),
          })
        known.set(target, proxy)
        return proxy
      }
      const hand = (owner: object, name: string) => {
        const { get, ...rest } = Object.getOwnPropertyDescriptor(owner, name) ?? {}
        if (!get) throw new Error(`${name} can’t be heard.`)
        Object.defineProperty(owner, name, {
          ...rest,
          get() {
            const value: unknown = Reflect.apply(get, this, [])
            return isWindow(value) ? heard(value) : value
          },
        })
      }
      hand(HTMLIFrameElement.prototype, 'contentWindow')
      hand(MessageEvent.prototype, 'source')
      hand(window, 'parent')
      hand(window, 'opener')
      const { open } = window
      window.open = (...given) => {
        const opened = open.apply(window, given)
        return opened && heard(opened)
      }
    },
    { said: postedToAnyone },
  )
