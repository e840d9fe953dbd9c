import type { connecting as english } from '../en/connecting.js'
import type { Translated } from '../sentences.js'

export const connecting: Translated<typeof english> = {
  'connect.continue': '在 {wallet} 中继续',
  'connect.accept': '请在钱包中接受连接请求',
  'connect.silent': '什么都没打开？请打开 {wallet}，解锁后查找该请求，或重试。',
  'connect.declined': '连接已被拒绝',
  'connect.declinedWhy': '请求已被拒绝，或钱包中仍有先前未处理的请求。',
  'connect.failed': '连接失败',
  'connect.failedWhy': '{wallet} 的响应无法使用。请打开它，然后重试。',
  'connect.timedOut': '钱包没有响应',
  'connect.timedOutWhy': '请打开 {wallet}，找到该请求，然后重试。',
  'connect.gone': '未找到钱包',
  'connect.goneWhy': '此浏览器中已没有 {wallet}。请重新启用并重新加载页面。',
  'connect.pending': '已有一个未处理的请求',
  'connect.pendingWhy': '请打开 {wallet}，处理等待中的请求。',
  'connect.tryAgain': '重试',
  'connect.noSuchWallet': '没有 {wallet}？',
  'connect.get': '获取',
  'connect.selectChain': '选择链',
  'connect.selectChainFor': '为 {wallet} 选择链',
  'connect.selectChainWhy': '它支持多条链。选择要连接的一条。',
  'connect.authenticating': '正在验证...',
  'connect.signInFailed': '启动身份验证时出现问题',
}
