export { isMobile, type PageWindow } from './browser.js'
export * from './openLink.js'
