import { render } from 'preact';
import { startRouting } from '../../console-kit/route.ts';
import { guardKeys } from '../../console-kit/stillness.ts';
import { noteUse, startLive } from '../../console-kit/live/live.ts';
import { followTabs } from '../../console-kit/who.ts';
import { App } from './app.tsx';

const root = document.getElementById('app');
if (root !== null) {
  guardKeys();
  startRouting();
  followTabs();
  void startLive();
  noteUse();
  render(<App />, root);
}
