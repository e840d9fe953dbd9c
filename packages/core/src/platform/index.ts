export { isMobile, type PageWindow } from './isMobile.js'
export { type LinkTarget, linkTarget, type OpenLinkParameters, openLink } from './openLink.js'
export { isAndroid, isInFrame, isIos, isSafari, isTelegram, reusesPairing } from './system.js'
