import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadShellParser } from '../../shell/parse-shell.ts';
import { touchesFile } from '../handles/later-writes.ts';
import { shellEffect } from './shell-effect.ts';

/*
 * The oracle is bash itself: each command runs in a scratch repository of its own. What really changed a file, a mode or a
 * ref must not be classed repeatable; what is honest must be, so that refusing all does not pass.
 */

const parse = await loadShellParser();
const RUN_SECONDS = 5;
const PARALLEL_RUNS = 4;

/** Each runs without an error or prints nothing; all of them only read. */
const HONEST = String.raw`
cat a.txt
cat a.txt b.txt | tac
cat < a.txt
cat *.txt
cat src/*.ts | wc -l
head -3 a.txt
head -n 2 a.txt b.txt
tail -n +2 a.txt
tail -5 a.txt 2>/dev/null
nl a.txt | fold -w 20
ls
ls -la src
ls -R . | head -20
ls *.txt
stat a.txt
du -sh .
file a.txt
wc -l a.txt
sha256sum a.txt
md5sum a.txt b.txt | cut -d' ' -f1
cut -c1-3 a.txt | paste -s
tr a-z A-Z < a.txt
sort a.txt | uniq -c | sort -rn
sort -k2 -t, a.txt
comm a.txt b.txt
diff a.txt b.txt
diff <(sort a.txt) <(sort b.txt)
cmp a.txt b.txt
grep -rn one .
grep -c one a.txt
egrep 'one|two' a.txt
find . -name '*.txt'
find -L . -type f -not -path './.git/*' | sort
find src -name '*.ts' -exec grep -l x {} \;
find . -name '*.txt' -exec cat {} +
sed -n '1,2p' a.txt
sed 's/one/two/g' a.txt
sed -e 's/a/b/' -e '2d' a.txt
cat a.txt | sed -n '$p'
jq .name data.json
jq -r '.list[] | .x' data.json
xxd a.txt | head -2
od -c a.txt | head -1
strings a.txt
base64 a.txt
column -t a.txt
echo hello
printf '%s\n' a b
pwd
true
: 
test -f a.txt && echo yes
[ -d src ] || echo no
[[ -f a.txt && ! -d a.txt ]]
seq 3
basename src/x.ts
dirname src/x.ts
realpath a.txt
which cat
type ls
command -v git
uname -s
id -u
printenv HOME
env | sort
git status
git status --short
git log --oneline -5
git log -p -- a.txt
git --no-pager log --stat
git diff
git diff HEAD~1 --stat
git show HEAD
git show HEAD:a.txt
git blame a.txt
git branch
git branch -a
git branch -vv
git branch --list 'side*'
git branch --contains HEAD
git branch --sort=-committerdate
git branch --show-current
git tag
git tag -l 'v*'
git tag --sort=refname
git remote -v
git stash list
git reflog
git config --list
git config --get user.name
git rev-parse HEAD
git rev-list --count HEAD
git ls-files
git ls-tree HEAD
git grep -n one
git describe --tags --always
git worktree list
git for-each-ref
git -C src status
git shortlog -s HEAD
cd src && cat x.ts
cd src && git log --oneline && ls
(cd src; ls); ls
for f in a.txt b.txt; do echo x; done
if test -f a.txt; then echo yes; else echo no; fi
while false; do ls; done
ls | xargs cat 2>/dev/null
ls *.txt | xargs -n 1 wc -l
ls *.txt | xargs -I{} head -1 {}
printf 'a.txt\0' | xargs -0 cat
timeout 3 cat a.txt
time ls
nice -n 5 cat a.txt
cat <<'EOF'
cat <<< hello
ls nowhere 2>&1
ls > /dev/null
echo 'a > b; rm c'
echo "> out"
grep '>' a.txt
LC_ALL=C sort a.txt
node --version
true && ! false
cat a.txt # > b.txt
`;

/** Each changes a file, a mode or a ref in the scratch repository, on its own way. */
const CHANGING = String.raw`
rm a.txt
echo x > a.txt
echo x >> a.txt
echo x >| a.txt
ls &> out
ls >& out
ls nowhere 2> out
: > a.txt
> a.txt
cat < a.txt > out
cat <> new.txt
cat a.txt 1>out
{ ls; } > out
(ls) > out
while read l; do echo $l; done < a.txt > out
for f in 1; do ls; done > out
if true; then ls; fi > out
exec > out
exec 3> out
{fd}> out
exec {fd}> out
cat a.txt | tee out
cat a.txt | tee -a b.txt > /dev/null
cat a.txt > >(cat > out; sleep 0.1); sleep 0.3
cat a.txt | tee >(cat > out) > /dev/null; sleep 0.3
cat <(rm a.txt); sleep 0.2
diff <(rm a.txt) b.txt; sleep 0.2
echo $(rm a.txt)
echo "$(rm a.txt)"
echo ${'`'}rm a.txt${'`'}
echo "${'`'}rm a.txt${'`'}"
echo \${x:-$(rm a.txt)}
echo $(( $(rm a.txt; echo 1) + 1 ))
X=$(rm a.txt)
X=$(rm a.txt) ls
ls; rm a.txt
ls & rm a.txt
ls && rm a.txt
ls nowhere || rm a.txt
! rm a.txt
true | rm a.txt
coproc rm a.txt; sleep 0.3
f() { rm a.txt; }; f
function f { rm a.txt; }; f
ls() { rm a.txt; }; ls
eval 'rm a.txt'
eval rm a.txt
source ./script.sh
. ./script.sh
bash -c 'rm a.txt'
sh script.sh
bash < script.sh
cat script.sh | bash
./script.sh
exec rm a.txt
command rm a.txt
builtin eval 'rm a.txt'
env rm a.txt
env X=1 rm a.txt
timeout 3 rm a.txt
time rm a.txt
nice rm a.txt
nohup rm a.txt
stdbuf -oL rm a.txt
setsid -w rm a.txt
trap 'rm a.txt' EXIT
PATH=$PWD/bin:$PATH ls
case x in x) rm a.txt;; esac
[[ -f a.txt ]] && rm a.txt
[[ 'a[$(rm a.txt)0]' -eq 0 ]]
test -v 'a[$(rm a.txt)0]'
read 'a[$(rm a.txt)0]' <<< 1
printf -v 'a[$(rm a.txt)0]' x
a=(1); unset 'a[$(rm a.txt)0]'
let 'a[$(rm a.txt)0]=1'
for x in 'a[$(rm a.txt)0]'; do [[ $x -eq 0 ]]; done
printf 'a.txt' | xargs rm
printf 'a.txt' | xargs --max-lines rm
printf 'a.txt' | xargs --replace rm {}
printf 'a.txt' | xargs -i rm {}
printf 'a.txt' | xargs -l rm
printf 'a.txt' | xargs --eof rm
printf 'a.txt' | xargs -I{} rm {}
printf 'rm a.txt' | xargs -I% sh -c %
printf 'a.txt' | xargs -0 -n 1 -- rm
printf 'a.txt' | xargs timeout 3 rm
printf -- '-o\nout\na.txt' | xargs sort
printf -- '-delete' | xargs find src
find . -name a.txt -delete
find . -name a.txt -exec rm {} \;
find . -name a.txt -exec rm {} +
find . -name a.txt -execdir rm {} \;
yes | find . -name a.txt -ok rm {} \;
yes | find . -name a.txt -okdir rm {} \;
find . -name a.txt -fprint out
find . -name a.txt -fprint0 out
find . -name a.txt -fprintf out %p
find . -name a.txt -fls out
find . -name script.sh -exec {} \;
find . -name a.txt -exec sh -c 'rm $0' {} \;
find . -name a.txt -exec find {} -delete \;
timeout 3 find . -name a.txt -delete
sed -i s/one/1/ a.txt
sed -i.bak s/one/1/ a.txt
sed -ni p b.txt; sed -i 1d a.txt
sed -n -i 1p a.txt
sed --in-place s/one/1/ a.txt
sed -n 'w out' a.txt
sed -n '1w out' a.txt
sed -n '/one/w out' a.txt
sed -n '{w out
sed 's/one/1/w out' a.txt
sed -e 1p -e 'w out' a.txt
sed '1e rm b.txt' a.txt
sed 's/.*/rm b.txt/e' a.txt
sed -f script.sed a.txt
sed -n --expression='w out' a.txt
sed -Ei s/one/1/ a.txt
sed -s -i 1d a.txt
sort -o a.txt b.txt
sort b.txt -o a.txt
sort -uo out a.txt
sort --output=out a.txt
sort --outp=out a.txt
sort --output out a.txt
uniq a.txt out
uniq -c a.txt out
xxd a.txt out
xxd -r -p hex.txt out
awk 'BEGIN { system("rm a.txt") }'
awk '{ print > "out" }' a.txt
awk 'BEGIN { "rm a.txt" | getline }'
perl -e 'unlink "a.txt"'
perl -pi -e s/one/1/ a.txt
python3 -c 'open("out","w")'
node -e 'fs.writeFileSync("out","")'
tar cf out.tar a.txt
tar xf archive.tar
tar -cf /dev/null --checkpoint=1 --checkpoint-action=exec='rm b.txt' a.txt b.txt
curl -s -o out file://$PWD/a.txt
curl -sO file://$PWD/src/x.ts
curl -s file://$PWD/a.txt > out
dd if=a.txt of=out
truncate -s 0 a.txt
touch new.txt
touch -d 2001-01-01 a.txt && touch new.txt
mkdir dir
rmdir empty
mv a.txt c.txt
cp a.txt c.txt
ln -s a.txt link2
ln a.txt hard
install a.txt out
chmod +x a.txt
unlink a.txt
shred a.txt
split a.txt
csplit a.txt 2
gzip a.txt
patch -p0 < fix.diff
less -o out a.txt < /dev/null | cat; touch out
time -o out ls; touch out
printf '1d\nw\nq\n' | ed -s a.txt; touch out
mktemp -p .
git branch newb
git branch -v newb
git branch --format=x -D side
git branch --sort=refname newb
git branch --sort refname newb
git branch -f side HEAD~1
git branch -m side other
git branch -D side
git branch --track newb main
git branch -c side copy
git tag v2
git tag -d v1
git tag --sort=refname -d v1
git tag --sort=refname vnew
git tag -f v1 HEAD~1
git tag -a v3 -m x
git grep -lO'rm' one
git grep -lOrm one
git grep -Orm one
git grep --open-files-in-pager=rm one
git grep --open=rm one
git diff --output=out HEAD~1
git diff --output out HEAD~1
git log --output=out
git show --output=out
git -c alias.x='!rm a.txt' x
git -c diff.external='rm b.txt; true' diff HEAD~1
git -c core.fsmonitor='rm a.txt; true' status
git --exec-path=$PWD/bin evil
git wipe
git checkout side
git checkout -b newb
git checkout HEAD~1 -- a.txt
git switch side
git switch -c newb
git restore --source HEAD~1 a.txt
git reset --hard HEAD~1
git reset --soft HEAD~1
git rm -q a.txt
git mv a.txt c.txt
git clean -fdq; touch out
git stash -u
git stash push
git merge side -m x
git stash -q; git rebase -q side
git cherry-pick side
git revert --no-edit HEAD
git commit -q --allow-empty -m x
git commit -qam x
git config user.name other
git config --local alias.y status
git config --unset user.name
git remote add o u
git remote rename origin other
git remote remove origin
git remote set-url origin x
git worktree add -q ../wt
git notes add -m x
git update-ref refs/heads/newb HEAD
git symbolic-ref HEAD refs/heads/side
git update-ref -d refs/heads/side
git apply fix1.diff
git archive -o out.tar HEAD
git format-patch -1
git bundle create -q out HEAD
git submodule foreach 'rm a.txt'; touch out
git bisect start
git init -q other
git clone -q . other
git reflog expire --expire=all --all
git fast-export HEAD > out
git show HEAD:a.txt > out
git sparse-checkout set src
git ls-files | xargs sed -i s/one/1/
git ls-files -z | xargs -0 rm
cd src && rm x.ts
(cd src && rm x.ts)
cd src; rm x.ts
pushd src; rm x.ts
cd nowhere || rm a.txt
cd src && ls > ../out
alias ls='rm a.txt'; touch out
sed -n '/[/p;s,]/w out,,' a.txt
shopt -s expand_aliases; touch out
base64 a.txt | base64 -d > out
cat a.txt |& tee out
tee out <<< x
cat > out <<'EOF'
cat <<EOF > out
cat <<EOF | tee out
bash <<'EOF'
python3 - <<'EOF'
cat <<EOF
cat <<E2
env -i rm a.txt
env -S 'rm a.txt'
`;

/** Bodies of the here-documents above, by the line that starts them; the others stand on one line. */
const HERE_BODIES: Readonly<Record<string, string>> = {
  "cat <<'EOF'": '$(rm a.txt) > out\nEOF\n',
  "cat > out <<'EOF'": 'x\nEOF\n',
  'cat <<EOF > out': 'x\nEOF\n',
  'cat <<EOF | tee out': 'x\nEOF\n',
  "bash <<'EOF'": 'rm a.txt\nEOF\n',
  "python3 - <<'EOF'": "open('out', 'w')\nEOF\n",
  'cat <<EOF': '$(rm a.txt)\nEOF\n',
  'cat <<E2': '`rm a.txt`\nE2\n',
  "sed -n '{w out": "}' a.txt",
};

function commandsOf(table: string): readonly string[] {
  const lines = table.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => (Object.hasOwn(HERE_BODIES, line) ? `${line}\n${HERE_BODIES[line]}` : line));
}

const HONEST_COMMANDS = commandsOf(HONEST);
const CHANGING_COMMANDS = commandsOf(CHANGING);
let root = '';
let untouched: ReadonlyMap<string, string> = new Map();

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-oracle-'));
  makeRepository(join(root, 'template', 'repo'));
  untouched = stateOf(join(root, 'template'));
  runAll([...HONEST_COMMANDS, ...CHANGING_COMMANDS]);
}, 240_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

function makeRepository(repo: string): void {
  const files: Readonly<Record<string, string>> = {
    'a.txt': 'one\ntwo\nthree\n',
    'b.txt': 'four\nfive\n',
    'src/x.ts': 'export const x = 1;\n',
    'src/y.ts': 'export const y = 2;\n',
    'data.json': '{"name":"n","list":[{"x":1}]}\n',
    'script.sh': '#!/bin/bash\nrm -f a.txt\n',
    'script.sed': 'w out\n',
    'hex.txt': '616263\n',
    'fix.diff': '--- a.txt\n+++ a.txt\n@@ -1,3 +1,3 @@\n-one\n+1\n two\n three\n',
    'fix1.diff': '--- a/b.txt\n+++ b/b.txt\n@@ -1,2 +1,2 @@\n-four\n+4\n five\n',
    'bin/ls': '#!/bin/bash\nrm -f a.txt\n',
    'bin/git-evil': '#!/bin/bash\nrm -f a.txt\n',
  };
  for (const folder of ['src', 'bin', 'empty']) mkdirSync(join(repo, folder), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(repo, name), text);
  for (const name of ['script.sh', 'bin/ls', 'bin/git-evil']) chmodSync(join(repo, name), 0o755);
  writeFileSync(join(repo, '..', '.gitconfig'), '[user]\nname = n\nemail = e@x\n[init]\ndefaultBranch = main\n[alias]\nwipe = !rm a.txt\n');
  const setUp = [
    'git init -q --template= . && git config user.name n && git add -A && git commit -qm first',
    'git checkout -q -b side && echo side > side.txt && git add side.txt && git commit -qm side && git checkout -q main',
    'echo four >> a.txt && git commit -qam second && git tag v1 && git remote add origin ../none',
    'mkdir t && echo x > t/packed && tar cf archive.tar -C t packed && rm -r t && echo five > src/y.ts && git gc -q',
  ].join(' && ');
  execFileSync('bash', ['-c', setUp], { cwd: repo, env: environment(join(repo, '..')), stdio: 'ignore' });
}

/** Nothing of this machine's own settings, no pager or editor that waits, no network to speak of. */
function environment(home: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: home,
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    EDITOR: 'cat',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    http_proxy: 'http://127.0.0.1:9',
    https_proxy: 'http://127.0.0.1:9',
  };
}

/** Runs each in a copy of its own, without input and bounded in time; one process starts them all, as starting costs most. */
function runAll(commands: readonly string[]): void {
  for (const [index, command] of commands.entries()) writeFileSync(join(root, `${index}.command`), command);
  const one = `cp -a template run-$1 && cd run-$1/repo && HOME=$PWD/.. timeout ${RUN_SECONDS} bash -c "$(cat ../../$1.command; echo)" > ../../$1.output 2>&1 < /dev/null; true`;
  execFileSync('xargs', ['-P', String(PARALLEL_RUNS), '-n', '1', 'bash', '-c', one, 'run'], {
    cwd: root,
    env: environment(root),
    input: [...commands.keys()].join('\n'),
  });
}

/** Every file with its mode and content, and what git's refs, HEAD, configuration and reflogs are; not its index and objects. */
function stateOf(folder: string, prefix = '', state = new Map<string, string>()): ReadonlyMap<string, string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const key = `${prefix}${name}`;
    if (/^repo\/\.git\/(?:objects|index|COMMIT_EDITMSG|ORIG_HEAD|FETCH_HEAD|gc\.log)$/.test(key)) continue;
    const stat = lstatSync(path);
    if (stat.isDirectory()) {
      state.set(key, `directory ${stat.mode}`);
      stateOf(path, `${key}/`, state);
    } else {
      const content = stat.isSymbolicLink() ? readlinkSync(path) : createHash('sha256').update(readFileSync(path)).digest('hex');
      state.set(key, `${stat.mode} ${content}`);
    }
  }
  return state;
}

/** What a command changed when it really ran, as paths below its repository; those of a file above it start with `../`. */
function changesOf(command: string): { readonly changed: readonly string[]; readonly output: string } {
  const index = [...HONEST_COMMANDS, ...CHANGING_COMMANDS].indexOf(command);
  const after = stateOf(join(root, `run-${index}`));
  const keys = new Set([...untouched.keys(), ...after.keys()]);
  const changed = [...keys].filter((key) => untouched.get(key) !== after.get(key)).map((key) => (key.startsWith('repo/') ? key.slice(5) : `../${key}`));
  return { changed, output: readFileSync(join(root, `${index}.output`), 'utf8') };
}

/** Programs of the rows that not every machine has: without one a row changes nothing, and proves nothing. */
const MISSING = ['curl', 'ed', 'file', 'jq', 'patch', 'perl', 'python3', 'rsync', 'strings', 'xxd', 'column', 'zip', 'wget'].filter(
  (program) => spawnSync('bash', ['-c', `command -v ${program}`]).status !== 0,
);

function needsMissing(command: string): boolean {
  return MISSING.some((program) => new RegExp(`\\b${program}\\b`).test(command));
}

describe('DESIGN §4: bash is the oracle of what a shell command changes', () => {
  it.each(HONEST_COMMANDS)('honest, and classed repeatable: %s', (command) => {
    expect(changesOf(command).changed).toEqual([]);
    expect(shellEffect(command, '/repo', parse)).toMatchObject({ isReadOnly: true, isRepeatable: true });
  });

  it.each(CHANGING_COMMANDS.filter((command) => !needsMissing(command)))('changes something, and is not classed read-only: %s', (command) => {
    const { changed, output } = changesOf(command);
    expect(changed, `it changed nothing, so it proves nothing: ${output}`).not.toEqual([]);
    const effect = shellEffect(command, '/repo', parse);
    expect(effect).toMatchObject({ isReadOnly: false, isRepeatable: false });
    // Handles: what was read of a file that it changed does not stay valid. A script of one's own hides what it writes.
    if (/script\.(?:sh|sed)|PATH=/.test(command)) return;
    const { named, loose, tree } = effect.touches;
    const written = [...[...named, ...loose].map((path) => ({ path, isTree: false })), ...(tree === undefined ? [] : [{ path: tree, isTree: true }])];
    const isNamed = (path: string): boolean => untouched.has(`repo/${path}`) || command.split(/[^\w.-]+/).includes(path);
    for (const path of changed.filter((one) => !one.startsWith('.git') && !one.startsWith('..') && isNamed(one)))
      expect(
        written.some((by) => touchesFile(by.path, `/repo/${path}`, by.isTree)),
        `${path} is not among what it touches`,
      ).toBe(true);
  });

  for (const command of CHANGING_COMMANDS.filter(needsMissing)) it.skip(`not run, as its program is not on this machine: ${command}`, () => undefined);
});
